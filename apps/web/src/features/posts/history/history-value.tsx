import { postStatuses } from '@waypost/contract/browse/post-filters';
import type { DetailedRevisionChange, RevisedValue } from '@waypost/contract/posts/post-revisions';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { consentUses } from '@waypost/contract/surveys/survey-consent';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../blocks/consent/consent-labels.ts';
import { LinkedText } from '../../../blocks/linked-text/linked-text.tsx';
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
  fullSurvey,
}: {
  change: DetailedRevisionChange;
  list: readonly unknown[];
  fullSurvey: Props['fullSurvey'];
}) {
  const attribute = fullSurvey?.attributes.find((attribute) => attribute.key === change.key);
  if (attribute && fieldTypes[attribute.type].answerKind === 'category')
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

/** `publish:yes` in words. keys: consent.use.*, consent.answer.* */
function formatConsent(entry: string, t: TFunction): string {
  const [name, answer] = entry.split(':');
  const use = consentUses.find((it) => it === name);
  return use
    ? `${t(`consent.use.${use}`)}: ${t(answer === 'yes' ? 'consent.answer.yes' : 'consent.answer.no')}`
    : entry;
}

/** The old or new value of a change in readable form: labels instead of codes, names instead of ids, small photos. */
export function HistoryValue({ change, value, fullSurvey }: Props) {
  const { t, i18n } = useTranslation();
  const list = Array.isArray(value) ? value : [];
  const names = useRoleNames(change.field === 'published_to' ? list.map(String) : []);
  const emptyValue = <span className={classes['nothing']}>{t('post.history.nothing')}</span>;
  const asText = (text: ReactNode) => (
    <span className={classes['text']} dir="auto">
      {text}
    </span>
  );
  const asList = (texts: string[]) =>
    asText(new Intl.ListFormat(resolveFormatLocale(i18n.language)).format(texts));
  switch (change.field) {
    case 'values':
      return list.length > 0 ? (
        <AnswerList change={change} list={list} fullSurvey={fullSurvey} />
      ) : (
        emptyValue
      );
    case 'published_to':
      return names.length > 0 ? asList(names) : asText(t('post.visibility.everyone'));
    case 'completed_stages': {
      const labels = list.map(
        (id) => fullSurvey?.tasks.find((task) => task.id === Number(id))?.label ?? t('post.history.goneTask'),
      );
      return labels.length > 0 ? asList(labels) : emptyValue;
    }
    case 'status': {
      const status = postStatuses.find((status) => status === value);
      return status ? asText(t(`post.status.${status}`)) : emptyValue;
    }
    case 'consent':
      return list.length > 0
        ? asList(list.flatMap((it) => (typeof it === 'string' ? [formatConsent(it, t)] : [])))
        : emptyValue;
    case 'merged_into':
      return typeof value === 'number' ? asText(`#${value}`) : emptyValue;
    case 'merged_posts':
      return list.length > 0 ? asList(list.map((id) => `#${Number(id)}`)) : emptyValue;
    case 'post_date':
      return typeof value === 'string'
        ? asText(
            new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
              dateStyle: 'medium',
              timeStyle: 'short',
            }).format(new Date(value)),
          )
        : emptyValue;
    default:
  }
  if (typeof value === 'string' && value !== '')
    return asText(change.field === 'content' ? <LinkedText text={value} /> : value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const name = 'realname' in value ? value.realname : value.name;
    return asText(name || `#${value.id}`);
  }
  return emptyValue;
}
