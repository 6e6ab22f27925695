/** Options of a survey: review, visibility of author, place and time, and who may submit (spec 3 §2). */
import { Checkbox, Radio, Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { lazy, memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { FeatureNotice } from '../../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../../blocks/feature-notice/features.ts';
import { getRoleDisplayName, useRoles } from '../../../blocks/roles/use-roles.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import {
  type PlaceMaskingDraft,
  pickPlaceMaskingDraft,
  resetInvalidNumbers,
} from '../draft/place-masking-draft.ts';
import type { SurveyDraft } from '../draft/survey-draft.ts';
import { PublicationDelayField } from './publication-delay-field.tsx';
import classes from './survey-editor.module.css';
import type { EditorActions } from './use-survey-editor.ts';

const ConsentEditor = lazy(() => import('./consent-editor.tsx'));
const PlaceMaskingFields = lazy(() => import('./place-masking-fields.tsx'));

/** keys: survey.option.* */
type OptionFlag =
  | 'quick_exit'
  | 'keep_originals'
  | 'require_approval'
  | 'hide_author'
  | 'hide_location'
  | 'hide_time';

interface Props extends PlaceMaskingDraft {
  require_approval: boolean;
  hide_author: boolean;
  hide_location: boolean;
  hide_time: boolean;
  everyone_can_create: boolean;
  targeted_survey: boolean;
  quick_exit: boolean;
  keep_originals: boolean;
  consent: SurveyDraft['consent'];
  can_create: readonly string[];
  actions: EditorActions;
}

/** The part of a draft that holds the options. */
export const pickOptions = (draft: SurveyDraft) => ({
  require_approval: draft.require_approval,
  hide_author: draft.hide_author,
  hide_location: draft.hide_location,
  hide_time: draft.hide_time,
  everyone_can_create: draft.everyone_can_create,
  targeted_survey: draft.targeted_survey,
  quick_exit: draft.quick_exit,
  keep_originals: draft.keep_originals,
  consent: draft.consent,
  ...pickPlaceMaskingDraft(draft),
  can_create: draft.can_create,
});

/** Renders the options of a survey. */
export const SurveyOptions = memo(function SurveyOptions({ actions, ...options }: Props) {
  const { t } = useTranslation();
  const canAnonymise = useFeature('anonymise-reporters');
  // It is answered by message, by its recipients only (spec 3 §9).
  const isTargeted = options.targeted_survey;
  const set = (values: Partial<SurveyDraft>) => actions.dispatch({ type: 'set', values });
  const flag = (name: OptionFlag, isOpen = true) => (
    <Switch
      size="md"
      label={t(`survey.option.${name}.label`)}
      description={t(`survey.option.${name}.text`)}
      checked={options[name]}
      disabled={!isOpen && !options[name]}
      onChange={(event) => {
        const values = { [name]: event.currentTarget.checked };
        set(name === 'hide_location' ? { ...values, ...resetInvalidNumbers(options) } : values);
      }}
    />
  );
  return (
    <Stack gap="lg">
      {flag('require_approval')}
      <fieldset className={classes['choices']}>
        <legend>{t('survey.option.hide')}</legend>
        <p className={classes['about']}>{t('survey.option.hideHint')}</p>
        {!canAnonymise && <FeatureNotice feature="anonymise-reporters" />}
        {flag('hide_author', canAnonymise)}
        {!isTargeted && flag('hide_location', canAnonymise)}
        {!isTargeted && options.hide_location && (
          <Suspense fallback={<ListSkeleton rows={4} height={56} />}>
            <PlaceMaskingFields masking={options} onChange={set} />
          </Suspense>
        )}
        {!isTargeted && flag('hide_time', canAnonymise)}
        <PublicationDelayField
          hours={options.publication_delay_hours}
          hidesTime={options.hide_time}
          onChange={(publication_delay_hours) => set({ publication_delay_hours })}
        />
      </fieldset>
      {!isTargeted && flag('keep_originals')}
      {!isTargeted && flag('quick_exit')}
      {!isTargeted && (
        <Suspense fallback={<ListSkeleton rows={1} height={56} />}>
          <ConsentEditor consent={options.consent} onChange={(consent) => set({ consent })} />
        </Suspense>
      )}
      {isTargeted ? (
        <p className={classes['about']}>{t('survey.who.targeted')}</p>
      ) : (
        <SubmitterRolesField
          isForEveryone={options.everyone_can_create}
          roles={options.can_create}
          onChange={(values) => actions.dispatch({ type: 'set', values })}
        />
      )}
    </Stack>
  );
});

interface SubmitterRolesProps {
  isForEveryone: boolean;
  roles: readonly string[];
  onChange: (values: { everyone_can_create?: boolean; can_create?: string[] }) => void;
}

/** Who may submit: everyone, or some roles, always including the administrators (spec 3 §6). */
function SubmitterRolesField({ isForEveryone, roles, onChange }: SubmitterRolesProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRoles();
  const knownRoles = (data?.results ?? []).map((role) => ({
    name: role.name,
    label: getRoleDisplayName(role, t),
  }));
  const selectedRoles = [...new Set([builtInRoles.admin, ...roles])];
  return (
    <div>
      <Radio.Group
        label={t('survey.who.label')}
        value={isForEveryone ? 'everyone' : 'roles'}
        onChange={(value) => onChange({ everyone_can_create: value === 'everyone' })}
      >
        <Stack gap="sm" mt="xs">
          <Radio
            size="md"
            value="everyone"
            label={t('survey.who.everyone')}
            description={t('survey.who.everyoneText')}
          />
          <Radio size="md" value="roles" label={t('survey.who.roles')} />
        </Stack>
      </Radio.Group>
      {!isForEveryone && (
        <Checkbox.Group
          className={classes['roles'] ?? ''}
          aria-label={t('survey.who.roles')}
          value={selectedRoles}
          onChange={(can_create) => onChange({ can_create })}
        >
          {error && !data && (
            <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />
          )}
          {!data && !error && <ListSkeleton rows={2} height={32} />}
          <Stack gap="sm">
            {knownRoles.map(({ name, label }) => (
              <Checkbox
                key={name}
                size="md"
                value={name}
                disabled={name === builtInRoles.admin}
                label={<bdi>{label}</bdi>}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </div>
  );
}
