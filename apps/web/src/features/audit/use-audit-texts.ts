/**
 * Names and values in the entries of the audit log, as on other screens.
 * keys: postRetention.action.* post.status.* audit.changed.* audit.group.* audit.measure.* dataSources.name.*
 * survey.places.*
 */
import '../../ui/i18n/retention-labels.ts';
import { PostStatus } from '@waypost/contract/browse/post-filters';
import { isProviderId } from '@waypost/contract/data-sources/data-providers';
import { placeMasks } from '@waypost/contract/surveys/place-masking';
import { useTranslation } from 'react-i18next';
import { isPermission, permissionKeys } from '../../blocks/roles/permission-labels.ts';
import { getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import type { AuditRetention, AuditValue } from './read-audit-changes.ts';

/** Labels of settings of surveys, as in their editor. */
const surveyLabels = {
  disabled: 'survey.list.disabled',
  targeted_survey: 'survey.list.targeted',
  require_approval: 'survey.option.require_approval.label',
  hide_author: 'survey.option.hide_author.label',
  hide_time: 'survey.option.hide_time.label',
  hide_location: 'survey.option.hide_location.label',
  quick_exit: 'survey.option.quick_exit.label',
  keep_originals: 'survey.option.keep_originals.label',
  place_mask: 'survey.places.label',
  place_min_distance: 'survey.places.place_min_distance',
  place_max_distance: 'survey.places.place_max_distance',
  place_grid_km: 'survey.places.place_grid_km',
  place_min_reports: 'survey.places.place_min_reports',
  publication_delay_hours: 'survey.delay.label',
  can_create: 'survey.who.label',
  internal_tasks: 'survey.task.internal.label',
  published_tasks: 'survey.task.published.label',
  private_fields: 'survey.field.private.label',
} as const;
const isSurveySetting = (field: string): field is keyof typeof surveyLabels =>
  Object.hasOwn(surveyLabels, field);

/** Units of numbers. */
const units: Readonly<Record<string, string>> = {
  publication_delay_hours: 'hour',
  place_grid_km: 'kilometer',
};

/** Whether a part has commas of its own. */
const isRule = (part: AuditValue[number]) => typeof part === 'object' && part.action !== undefined;

export function useAuditTexts() {
  const { t, i18n } = useTranslation();
  const roles = useRoles().data?.results;
  const numberFormat = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  const translate = (group: 'changed' | 'group' | 'measure', key: string) => {
    const fullKey = `audit.${group}.${key}`;
    return i18n.exists(fullKey) ? t(fullKey as never) : key;
  };
  const createUnitFormat = (unit: string) =>
    new Intl.NumberFormat(resolveFormatLocale(i18n.language), { style: 'unit', unit, unitDisplay: 'long' });
  const dayFormat = createUnitFormat('day');
  const formatRetention = ({ days, action, keep_exact, status, form, survey }: AuditRetention) => {
    if (!action) return dayFormat.format(days);
    const anySurvey = t(form === 'none' ? 'postRetention.noSurvey' : 'postRetention.anySurvey');
    const reports = typeof form === 'number' ? (survey ?? t('audit.nameless', { id: form })) : anySurvey;
    const ofStatus = status ? t(`post.status.${status}`) : t('postRetention.anyStatus');
    const parts = [t(`postRetention.action.${action}`), reports, ofStatus, dayFormat.format(days)];
    return [...parts, ...(keep_exact ? [t('postRetention.kept')] : [])].join(' · ');
  };
  const formatPart = (field: string, part: AuditValue[number]) => {
    if (typeof part === 'object') return formatRetention(part);
    const unit = units[field];
    if (typeof part === 'number') return (unit ? createUnitFormat(unit) : numberFormat).format(part);
    if (field === 'can_create' && part === true) return t('survey.who.everyone');
    if (typeof part === 'boolean') return t(part ? 'dataSources.choice.Yes' : 'dataSources.choice.No');
    const status = field === 'status' && PostStatus.safeParse(part).data;
    if (status) return t(`post.status.${status}`);
    if (field === 'permissions' && isPermission(part)) return t(`permission.${permissionKeys[part]}.title`);
    const placeMask = field === 'place_mask' && placeMasks.find((it) => it === part);
    if (placeMask) return t(`survey.places.${placeMask}.label`);
    const role = (field === 'role' || field === 'can_create') && roles?.find(({ name }) => name === part);
    return role ? getRoleDisplayName(role, t) : part;
  };
  return {
    /** The name of a changed field. Those of the data sources are the sources themselves. */
    formatField: (field: string) => {
      if (isProviderId(field)) return t(`dataSources.name.${field}`);
      return isSurveySetting(field) ? t(surveyLabels[field]) : translate('changed', field);
    },
    /** Empty for no value. */
    formatValue: (field: string, value: AuditValue) =>
      value.map((part) => formatPart(field, part)).join(value.some(isRule) ? '\n' : ', '),
    formatGroup: (group: string) => translate('group', group),
    formatMeasure: (measure: string) => translate('measure', measure),
    /** The name that a role had, unless it is a built-in one whose name is translated. */
    formatRoleName: (id: string, recorded: string) => {
      const role = roles?.find((it) => String(it.id) === id && it.display_name === recorded);
      return role ? getRoleDisplayName(role, t) : recorded;
    },
  };
}
