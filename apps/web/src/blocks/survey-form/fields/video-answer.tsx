/** The field for a link to a video; shows a player for links that it supports. */
import { TextInput } from '@mantine/core';
import { toVideoEmbedUrl } from '@waypost/survey-logic/video-embed';
import { useTranslation } from 'react-i18next';
import { VideoPlayer } from '../../video-player/video-player.tsx';
import { type AnswerProps, buildInputProps, toAnswerText } from './field-props.tsx';

/** A link with a preview of the video. */
export function VideoAnswer(props: AnswerProps) {
  const { t } = useTranslation();
  const text = toAnswerText(props.answer);
  return (
    <>
      <TextInput
        {...buildInputProps(props)}
        dir="ltr"
        inputMode="url"
        placeholder={t('surveyForm.videoPlaceholder')}
        value={text}
        onChange={(event) => props.onAnswer(event.currentTarget.value)}
      />
      {toVideoEmbedUrl(text) !== null && (
        <VideoPlayer url={text} title={props.name ?? props.attribute.label} />
      )}
    </>
  );
}
