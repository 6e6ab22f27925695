/** The old or new value of a change in readable form: labels instead of codes, names instead of ids, small photos. */

import { postStatuses } from '@waypost/contract/browse/post-filters';
import type { DetailedRevisionChange, RevisedValue } from '@waypost/contract/posts/post-revisions';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { useRoleNames } from '../use-role-names.ts';
import { CategoryChips } from '../values/category-chips.tsx';
import { ValueView } from '../values/value-view.tsx';
import classes from './history.module.css';

interface Props {
  change: DetailedRevisionChange;
  value: RevisedValue;
  fullSurvey: FullSurvey | undefined;
}

const formatPlainAnswer = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'lat' in answer && 'lon' in answer
    ? `${String(answer.lat)}, ${String(answer.lon)}`
    : String(answer);

function AnswerList({
  change,
  list,
  whole: fullSurvey,
}: {
  change: DetailedRevisionChange;
  list: readonly unknown[];
  whole: Props['fullSurvey'];
}) {
  const attribute = fullSurvey?.attributes.find((it) => it.key === change.key);
  if (attribute?.type === 'tags')
    return <CategoryChips ids={list.map(Number)} categories={fullSurvey?.categories ?? []} />;
  return (
    <ul className={classes['answers']}>
      {list.map((answer, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- answers have no id and are not reordered
        <li key={at}>
          {attribute ? (
            <ValueView attribute={attribute} answer={answer} />
          ) : (
            <span dir="auto">{formatPlainAnswer(answer)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

export function HistoryValue({ change, value, fullSurvey }: Props) {
  const { t, i18n } = useTranslation();
  const list = Array.isArray(value) ? value : [];
  const names = useRoleNames(change.field === 'published_to' ? list.map(String) : []);
  const nothing = <span className={classes['nothing']}>{t('post.history.nothing')}</span>;
  const words = (text: string) => (
    <span className={classes['text']} dir="auto">
      {text}
    </span>
  );
  const listed = (texts: string[]) =>
    words(new Intl.ListFormat(resolveFormatLocale(i18n.language)).format(texts));
  switch (change.field) {
    case 'values':
      return list.length > 0 ? <AnswerList change={change} list={list} whole={fullSurvey} /> : nothing;
    case 'published_to':
      return names.length > 0 ? listed(names) : words(t('post.visibility.everyone'));
    case 'completed_stages': {
      const labels = list.map(
        (id) => fullSurvey?.tasks.find((it) => it.id === Number(id))?.label ?? t('post.history.goneTask'),
      );
      return labels.length > 0 ? listed(labels) : nothing;
    }
    case 'status': {
      const status = postStatuses.find((it) => it === value);
      return status ? words(t(`post.status.${status}`)) : nothing;
    }
    case 'post_date':
      return typeof value === 'string'
        ? words(
            new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
              dateStyle: 'medium',
              timeStyle: 'short',
            }).format(new Date(value)),
          )
        : nothing;
    default:
  }
  if (typeof value === 'string' && value !== '') return words(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const name = 'realname' in value ? value.realname : value.name;
    return words(name || `#${value.id}`);
  }
  return nothing;
}
