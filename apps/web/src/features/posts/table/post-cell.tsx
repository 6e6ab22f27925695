import { useQuery } from '@tanstack/react-query';
import { postSources } from '@waypost/contract/browse/post-filters';
import { listCategories } from '@waypost/contract/categories/categories';
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { type AnswerKind, fieldTypes } from '@waypost/contract/surveys/field-types';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { findAnswers } from '@waypost/survey-logic/validate-answers';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { ColorDot } from '../../../blocks/color-dot/color-dot.tsx';
import { useAuthor } from '../../../blocks/post-card/use-author.ts';
import { StatusBadge } from '../../../blocks/status-badge/status-badge.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { answerToText, formatDate, formatNumber, formatPlace, formatShape } from '../values/format-answer.ts';
import type { Column, PostColumn } from './columns.ts';
import classes from './table.module.css';

const useCategoryNames = (ids: readonly number[]): string => {
  const { i18n } = useTranslation();
  const { data } = useQuery({ ...buildEndpointQuery(listCategories, {}), enabled: ids.length > 0 });
  const names = ids.flatMap((id) => data?.results.find((category) => category.id === id)?.tag ?? []);
  return new Intl.ListFormat(resolveFormatLocale(i18n.language), { type: 'unit' }).format(names);
};

const CategoriesCell = ({ ids }: { ids: readonly number[] }) => (
  <span dir="auto">{useCategoryNames(ids)}</span>
);

function SurveyCell({ post }: { post: Post }) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listSurveys, {}));
  if (post.form === null) return t('post.filter.noSurvey');
  return (
    <>
      <ColorDot color={post.color} />
      <span dir="auto" className={classes['surveyName']}>
        {data?.results.find((survey) => survey.id === post.form?.id)?.name}
      </span>
    </>
  );
}

const AuthorCell = ({ post }: { post: Post }) => <span dir="auto">{useAuthor(post)}</span>;

function DateCell({ date, precision }: { date: string | null; precision: Post['date_precision'] }) {
  const { i18n } = useTranslation();
  if (date === null) return null;
  return (
    <time dateTime={precision === 'day' ? date.slice(0, 10) : date} data-figures>
      {formatDate(date, precision === 'day' ? 'date' : 'datetime', i18n.language, 'medium')}
    </time>
  );
}

interface FormatContext {
  /** The input that times are shown like. */
  input: Attribute['input'];
  /** How exact places are. */
  precision: Post['place_precision'];
  t: TFunction;
  language: string;
}

/** One answer as a line of text, by its kind. */
const answerFormats: Record<
  Exclude<AnswerKind, 'category' | 'media'>,
  (answer: unknown, context: FormatContext) => string
> = {
  text: answerToText,
  link: answerToText,
  phone: answerToText,
  shape: (answer, { precision }) => formatShape(answer, precision),
  point: (answer, { precision }) => formatPlace(answer, precision),
  number: (answer, { language }) => formatNumber(answerToText(answer), language),
  time: (answer, { input, language }) => formatDate(answerToText(answer), input, language, 'medium'),
  post: (answer, { t }) => t('post.linked.number', { id: answerToText(answer) }),
};

function AnswersCell({ post, attribute }: { post: Post; attribute: Attribute }) {
  const { t, i18n } = useTranslation();
  const answers = Array.isArray(post.values) ? [] : findAnswers(post.values, attribute.key);
  const { answerKind } = fieldTypes[attribute.type];
  if (answers.length === 0) return null;
  if (answerKind === 'category') return <CategoriesCell ids={answers.map(Number)} />;
  if (answerKind === 'media') return t('post.table.pictures', { count: answers.length });
  const format = answerFormats[answerKind];
  // If times of the post are hidden, a date-time is shown as its day.
  const input = post.date_precision === 'day' ? 'date' : attribute.input;
  return (
    <span dir="auto">
      {answers
        .map((answer) =>
          format(answer, { input, precision: post.place_precision, t, language: i18n.language }),
        )
        .join(' · ')}
    </span>
  );
}

function PostFieldCell({ post, column }: { post: Post; column: PostColumn }) {
  const { t } = useTranslation();
  switch (column) {
    case 'status':
      return <StatusBadge post={post} />;
    case 'survey':
      return <SurveyCell post={post} />;
    case 'author':
      return <AuthorCell post={post} />;
    case 'categories':
      return <CategoriesCell ids={post.tags.map(({ id }) => id)} />;
    case 'source':
      return t(`post.filter.source.${postSources.find((source) => source === post.source) ?? 'web'}`);
    case 'id':
      return <span data-figures>{post.id}</span>;
    default:
      return <DateCell date={post[column]} precision={post.date_precision} />;
  }
}

/** One fact about a post in a single line. keys: post.filter.source.* */
export function PostCell({ post, column }: { post: Post; column: Exclude<Column, { id: 'title' }> }) {
  return column.attribute ? (
    <AnswersCell post={post} attribute={column.attribute} />
  ) : (
    <PostFieldCell post={post} column={column.id} />
  );
}
