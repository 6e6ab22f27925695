/** One answer, displayed by the type of its attribute. */
import type { Attribute, AttributeInputKind, AttributeType } from '@waypost/contract/surveys/attributes';
import type { PlacePrecision } from '@waypost/contract/surveys/place-masking';
import { toVideoEmbedUrl } from '@waypost/survey-logic/video-embed';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkedAddress, LinkedText } from '../../../blocks/linked-text/linked-text.tsx';
import { Markdown } from '../../../blocks/markdown/markdown.tsx';
import { PhotoView } from '../../../blocks/photo-view/photo-view.tsx';
import { VideoPlayer } from '../../../blocks/video-player/video-player.tsx';
import { formatLength } from '../../../ui/i18n/format-length.ts';
import { answerToText, formatDate, formatNumber, formatPlace, formatShape } from './format-answer.ts';
import { LinkedPost } from './linked-post.tsx';
import classes from './values.module.css';

const FormattedPhoneNumber = lazy(() =>
  import('./formatted-phone-number.tsx').then(
    (it) => ({ default: it.FormattedPhoneNumber }),
    () => ({ default: ({ number }: { number: string }) => number }),
  ),
);

interface Props {
  attribute: Attribute;
  answer: unknown;
  /** `day` if times of the post are hidden: of a date-time, its day is shown alone. */
  datePrecision?: 'day' | undefined;
  /** How exact places of the post are, where they are hidden. */
  placePrecision?: PlacePrecision | undefined;
  /** How plain texts are rendered; by default with links. */
  renderText?: ((text: string) => ReactNode) | undefined;
}

const PlainText = ({ attribute, answer, renderText }: Props) => (
  <span dir="auto" className={classes['text']} data-long={attribute.type === 'text' || undefined}>
    {renderText ? renderText(answerToText(answer)) : <LinkedText text={answerToText(answer)} />}
  </span>
);

function VideoView(props: Props) {
  const text = answerToText(props.answer);
  if (toVideoEmbedUrl(text) === null) return <PlainText {...props} />;
  return <VideoPlayer url={text} title={props.attribute.label} />;
}

/** How a text is displayed, by the input that it was entered with. */
const textViews: Record<AttributeInputKind, ComponentType<Props>> = {
  text: PlainText,
  textarea: PlainText,
  select: PlainText,
  radio: PlainText,
  checkbox: PlainText,
  checkboxes: PlainText,
  date: PlainText,
  datetime: PlainText,
  location: PlainText,
  number: PlainText,
  phone: PlainText,
  relation: PlainText,
  upload: PlainText,
  video: VideoView,
  markdown: PlainText,
  tags: PlainText,
};

function TextView(props: Props) {
  const View = textViews[props.attribute.input];
  return <View {...props} />;
}

const LinkView = ({ answer }: Props) => <LinkedAddress text={answerToText(answer)} />;

/** Opens the phone; the number itself where the rules of its country cannot be loaded. */
function PhoneNumberView({ answer }: Props) {
  const number = answerToText(answer);
  return (
    <a href={`tel:${number}`} dir="ltr" data-figures>
      <Suspense fallback={number}>
        <FormattedPhoneNumber number={number} />
      </Suspense>
    </a>
  );
}

function NumberView({ answer }: Props) {
  const { i18n } = useTranslation();
  return <span data-figures>{formatNumber(answerToText(answer), i18n.language)}</span>;
}

function TimeView({ attribute, answer, datePrecision }: Props) {
  const { i18n } = useTranslation();
  const text = answerToText(answer);
  return datePrecision === 'day' ? (
    <time dateTime={text.slice(0, 10)}>{formatDate(text, 'date', i18n.language)}</time>
  ) : (
    <time dateTime={text}>{formatDate(text, attribute.input, i18n.language)}</time>
  );
}

const PointView = ({ answer, placePrecision }: Props) => (
  <span dir="ltr" data-figures>
    {formatPlace(answer, placePrecision)}
  </span>
);

/** A shape as text. A report may have no other place, so that it says itself how exact it is. */
function ShapeView({ answer, placePrecision }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <span dir="ltr" className={classes['text']}>
        {formatShape(answer, placePrecision)}
      </span>
      {placePrecision && (
        <p className={classes['muted']}>
          {t('post.detail.approximate', { distance: formatLength(placePrecision.radius, i18n.language) })}
        </p>
      )}
    </>
  );
}

const MarkdownView = ({ answer }: Props) => <Markdown text={answerToText(answer)} />;
const PhotoAnswerView = ({ attribute, answer }: Props) => (
  <PhotoView id={Number(answerToText(answer))} label={attribute.label} />
);
const LinkedPostView = ({ answer }: Props) => <LinkedPost id={Number(answerToText(answer))} />;

/** How one answer of each type is displayed in full. */
const answerViews: Record<AttributeType, ComponentType<Props>> = {
  varchar: TextView,
  text: TextView,
  markdown: MarkdownView,
  title: TextView,
  description: TextView,
  link: LinkView,
  phone: PhoneNumberView,
  int: NumberView,
  decimal: NumberView,
  datetime: TimeView,
  point: PointView,
  geometry: ShapeView,
  relation: LinkedPostView,
  media: PhotoAnswerView,
  tags: TextView,
};

/** One answer, displayed by the type of its attribute. */
export function ValueView(props: Props) {
  const View = answerViews[props.attribute.type];
  return <View {...props} />;
}
