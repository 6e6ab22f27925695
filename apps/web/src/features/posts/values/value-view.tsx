/** One answer, shown by the type of its attribute. */
import type { Attribute } from '@waypost/contract/attributes';
import { readDate } from '@waypost/contract/scalars';
import { videoEmbedOf } from '@waypost/survey-logic/video';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../blocks/markdown/markdown.tsx';
import { VideoPlayer } from '../../../blocks/video-player/video-player.tsx';
import { LinkedPost } from './linked-post.tsx';
import { PhotoView } from './photo-view.tsx';
import classes from './values.module.css';

const wordsOf = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** A day is shown as it was entered, a moment by the reader's clock. */
function dateText(answer: string, input: Attribute['input'], language: string): string {
  const date = readDate(answer);
  if (!date) return answer;
  const options: Intl.DateTimeFormatOptions =
    input === 'date' ? { dateStyle: 'long', timeZone: 'UTC' } : { dateStyle: 'long', timeStyle: 'short' };
  return new Intl.DateTimeFormat(language, options).format(date);
}

/** `-1.2921, 36.8219`: read from left to right in every language. */
function placeText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('lat' in answer) || !('lon' in answer)) return '';
  return [answer.lat, answer.lon].map((it) => String(Number(Number(it).toFixed(5)))).join(', ');
}

interface Props {
  attribute: Attribute;
  answer: unknown;
}

export function ValueView({ attribute, answer }: Props) {
  const { i18n } = useTranslation();
  const text = wordsOf(answer);
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
          {placeText(answer)}
        </span>
      );
    case 'int':
    case 'decimal':
      return (
        <span data-figures>
          {new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 4 }).format(Number(text))}
        </span>
      );
    case 'datetime':
      return <time dateTime={text}>{dateText(text, attribute.input, i18n.language)}</time>;
    case 'link':
      return (
        <a href={text} rel="noopener noreferrer nofollow" target="_blank" dir="ltr">
          {text}
        </a>
      );
    default:
      return attribute.input === 'video' && videoEmbedOf(text) !== null ? (
        <VideoPlayer url={text} title={attribute.label} />
      ) : (
        <span dir="auto" className={classes['words']} data-long={attribute.type === 'text' || undefined}>
          {text}
        </span>
      );
  }
}
