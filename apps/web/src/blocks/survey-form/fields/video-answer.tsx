/** A link to a video; the player appears once the link is understood. */
import { TextInput } from '@mantine/core';
import { toVideoEmbedUrl } from '@waypost/survey-logic/video-embed';
import { useTranslation } from 'react-i18next';
import { VideoPlayer } from '../../video-player/video-player.tsx';
import { type AnswerProps, buildInputProps, toAnswerText } from './field-props.tsx';

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
