/** One answer, displayed by the type of its attribute. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { toVideoEmbedUrl } from '@waypost/survey-logic/video-embed';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../blocks/markdown/markdown.tsx';
import { PhotoView } from '../../../blocks/photo-view/photo-view.tsx';
import { VideoPlayer } from '../../../blocks/video-player/video-player.tsx';
import { answerToText, formatDate, formatNumber, formatPlace } from './format-answer.ts';
import { LinkedPost } from './linked-post.tsx';
import classes from './values.module.css';

interface Props {
  attribute: Attribute;
  answer: unknown;
  /** `day` if times of the post are hidden: of a date-time, its day is shown alone. */
  datePrecision?: 'day' | undefined;
}

export function ValueView({ attribute, answer, datePrecision }: Props) {
  const { i18n } = useTranslation();
  const text = answerToText(answer);
  switch (attribute.type) {
    case 'markdown':
      return <Markdown text={text} />;
    case 'media':
      return <PhotoView id={Number(text)} label={attribute.label} />;
    case 'relation':
      return <LinkedPost id={Number(text)} />;
    case 'point':
      return (
        <span dir="ltr" data-figures>
          {formatPlace(answer)}
        </span>
      );
    case 'int':
    case 'decimal':
      return <span data-figures>{formatNumber(text, i18n.language)}</span>;
    case 'datetime':
      return datePrecision === 'day' ? (
        <time dateTime={text.slice(0, 10)}>{formatDate(text, 'date', i18n.language)}</time>
      ) : (
        <time dateTime={text}>{formatDate(text, attribute.input, i18n.language)}</time>
      );
    case 'link':
      return (
        <a href={text} rel="noopener noreferrer nofollow" target="_blank" dir="ltr">
          {text}
        </a>
      );
    default:
      return attribute.input === 'video' && toVideoEmbedUrl(text) !== null ? (
        <VideoPlayer url={text} title={attribute.label} />
      ) : (
        <span dir="auto" className={classes['text']} data-long={attribute.type === 'text' || undefined}>
          {text}
        </span>
      );
  }
}
