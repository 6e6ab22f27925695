/** One fact about a post, on one line. keys: post.filter.source.* */
import { useQuery } from '@tanstack/react-query';
import type { Attribute } from '@waypost/contract/attributes';
import { listCategories } from '@waypost/contract/categories';
import { sources } from '@waypost/contract/post-filters';
import type { Post } from '@waypost/contract/posts';
import { listSurveys } from '@waypost/contract/surveys';
import { answersUnder } from '@waypost/survey-logic/check-answers';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/query-client.ts';
import { useAuthor } from '../../../blocks/post-card/use-author.ts';
import { StatusBadge } from '../../../blocks/status-badge/status-badge.tsx';
import { formatsOf } from '../../../ui/formats-of.ts';
import { dateText, numberText, placeText, wordsOf } from '../values/answer-text.ts';
import type { Column, PostColumn } from './columns.ts';
import classes from './table.module.css';

const useCategoryNames = (ids: readonly number[]): string => {
  const { i18n } = useTranslation();
  const { data } = useQuery({ ...read(listCategories, {}), enabled: ids.length > 0 });
  const names = ids.flatMap((id) => data?.results.find((it) => it.id === id)?.tag ?? []);
  return new Intl.ListFormat(formatsOf(i18n.language), { type: 'unit' }).format(names);
};

const Categories = ({ ids }: { ids: readonly number[] }) => <span dir="auto">{useCategoryNames(ids)}</span>;

function Survey({ post }: { post: Post }) {
  const { t } = useTranslation();
  const { data } = useQuery(read(listSurveys, {}, { quiet: true }));
  if (post.form === null) return t('post.filter.noSurvey');
  return (
    <>
      <span className={classes['dot']} style={{ background: markerColor(post.color) }} />
      <span dir="auto">{data?.results.find((it) => it.id === post.form?.id)?.name}</span>
    </>
  );
}

const Author = ({ post }: { post: Post }) => <span dir="auto">{useAuthor(post)}</span>;

function Moment({ date }: { date: string | null }) {
  const { i18n } = useTranslation();
  if (date === null) return null;
  return (
    <time dateTime={date} data-figures>
      {dateText(date, 'datetime', i18n.language, 'medium')}
    </time>
  );
}

function Answers({ post, attribute }: { post: Post; attribute: Attribute }) {
  const { t, i18n } = useTranslation();
  const answers = Array.isArray(post.values) ? [] : answersUnder(post.values, attribute.key);
  if (answers.length === 0) return null;
  if (attribute.type === 'tags') return <Categories ids={answers.map(Number)} />;
  if (attribute.type === 'media') return t('post.table.pictures', { count: answers.length });
  const text = (answer: unknown): string => {
    const words = wordsOf(answer);
    switch (attribute.type) {
      case 'point':
        return placeText(answer);
      case 'int':
      case 'decimal':
        return numberText(words, i18n.language);
      case 'datetime':
        return dateText(words, attribute.input, i18n.language, 'medium');
      case 'relation':
        return t('post.linked.number', { id: words });
      default:
        return words;
    }
  };
  return <span dir="auto">{answers.map(text).join(' · ')}</span>;
}

function OfPost({ post, column }: { post: Post; column: PostColumn }) {
  const { t } = useTranslation();
  switch (column) {
    case 'status':
      return <StatusBadge status={post.status} />;
    case 'survey':
      return <Survey post={post} />;
    case 'author':
      return <Author post={post} />;
    case 'categories':
      return <Categories ids={post.tags.map(({ id }) => id)} />;
    case 'source':
      return t(`post.filter.source.${sources.find((it) => it === post.source) ?? 'web'}`);
    case 'id':
      return <span data-figures>{post.id}</span>;
    default:
      return <Moment date={post[column]} />;
  }
}

export function PostCell({ post, column }: { post: Post; column: Exclude<Column, { id: 'title' }> }) {
  return column.attribute ? (
    <Answers post={post} attribute={column.attribute} />
  ) : (
    <OfPost post={post} column={column.id} />
  );
}
