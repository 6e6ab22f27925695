/** One side of a change as people read it: words for codes, names for numbers, pictures small. */

import { postStatuses } from '@waypost/contract/post-filters';
import type { FullChange, RevisedValue } from '@waypost/contract/post-revisions';
import { useTranslation } from 'react-i18next';
import { formatsOf } from '../../ui/formats-of.ts';
import classes from './history.module.css';
import { useRoleNames } from './use-role-names.ts';
import type { SurveyWhole } from './use-survey.ts';
import { CategoryChips } from './values/category-chips.tsx';
import { ValueView } from './values/value-view.tsx';

interface Props {
  change: FullChange;
  value: RevisedValue;
  whole: SurveyWhole | undefined;
}

const plain = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'lat' in answer && 'lon' in answer
    ? `${String(answer.lat)}, ${String(answer.lon)}`
    : String(answer);

function Answers({
  change,
  list,
  whole,
}: {
  change: FullChange;
  list: readonly unknown[];
  whole: Props['whole'];
}) {
  const attribute = whole?.attributes.find((it) => it.key === change.key);
  if (attribute?.type === 'tags')
    return <CategoryChips ids={list.map(Number)} categories={whole?.categories ?? []} />;
  return (
    <ul className={classes['answers']}>
      {list.map((answer, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- answers have no name of their own and do not move
        <li key={at}>
          {attribute ? (
            <ValueView attribute={attribute} answer={answer} />
          ) : (
            <span dir="auto">{plain(answer)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

export function HistoryValue({ change, value, whole }: Props) {
  const { t, i18n } = useTranslation();
  const list = Array.isArray(value) ? value : [];
  const names = useRoleNames(change.field === 'published_to' ? list.map(String) : []);
  const nothing = <span className={classes['nothing']}>{t('post.history.nothing')}</span>;
  const words = (text: string) => (
    <span className={classes['text']} dir="auto">
      {text}
    </span>
  );
  const listed = (texts: string[]) => words(new Intl.ListFormat(formatsOf(i18n.language)).format(texts));
  switch (change.field) {
    case 'values':
      return list.length > 0 ? <Answers change={change} list={list} whole={whole} /> : nothing;
    case 'published_to':
      return names.length > 0 ? listed(names) : words(t('post.visibility.everyone'));
    case 'completed_stages': {
      const labels = list.map(
        (id) => whole?.tasks.find((it) => it.id === Number(id))?.label ?? t('post.history.goneTask'),
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
            new Intl.DateTimeFormat(formatsOf(i18n.language), {
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
