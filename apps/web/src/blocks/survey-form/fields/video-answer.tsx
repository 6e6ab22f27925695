/** A link to a video; the player appears once the link is understood. */
import { TextInput } from '@mantine/core';
import { videoEmbedOf } from '@waypost/survey-logic/video';
import { useTranslation } from 'react-i18next';
import { VideoPlayer } from '../../video-player/video-player.tsx';
import { type AnswerProps, inputProps, textOf } from '../field-props.tsx';

export function VideoAnswer(props: AnswerProps) {
  const { t } = useTranslation();
  const text = textOf(props.answer);
  return (
    <>
      <TextInput
        {...inputProps(props)}
        dir="ltr"
        inputMode="url"
        placeholder={t('surveyForm.videoPlaceholder')}
        value={text}
        onChange={(event) => props.onAnswer(event.currentTarget.value)}
      />
      {videoEmbedOf(text) !== null && <VideoPlayer url={text} title={props.name ?? props.attribute.label} />}
    </>
  );
}
