/** Preview of the form during editing. It can be filled in; nothing is sent. */
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import { listCategories } from '@waypost/contract/categories/categories';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Task } from '@waypost/contract/surveys/tasks';
import { filterVisibleTasks } from '@waypost/survey-logic/survey-definition';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { ConsentAnswerState } from '../../../blocks/consent/consent-answer.ts';
import { Markdown } from '../../../blocks/markdown/markdown.tsx';
import {
  createAnswers,
  type SurveyFormDefinition,
} from '../../../blocks/survey-form/answers/form-answers.ts';
import { PostVisibilityNote } from '../../../blocks/survey-form/post-visibility-note.tsx';
import { SurveyForm } from '../../../blocks/survey-form/survey-form.tsx';
import { useSurveyForm } from '../../../blocks/survey-form/use-survey-form.ts';
import type { DraftField, DraftTask, SurveyDraft } from '../draft/survey-draft.ts';
import classes from './survey-preview.module.css';

const ConsentFields = lazy(() => import('../../../blocks/consent/consent-fields.tsx'));

const entityDefaults = { url: '', allowed_privileges: [] };

/** Caches converted attributes, so that changing one field does not re-render the others. */
const attributeCache = new WeakMap<DraftField, Attribute>();
function toAttribute(field: DraftField, form_stage_id: number): Attribute {
  const cached = attributeCache.get(field);
  if (cached?.form_stage_id === form_stage_id) return cached;
  const attribute = {
    ...field,
    ...entityDefaults,
    key: field.key || `new${field.id}`,
    options: [...field.options],
    config: { ...field.config },
    form_stage_id,
  };
  attributeCache.set(field, attribute);
  return attribute;
}

const toTask = (task: DraftTask): Task => ({ ...task, ...entityDefaults, form_id: 0, icon: null });

function buildPreviewSurvey(tasks: readonly DraftTask[], isTeamMember: boolean): SurveyFormDefinition {
  const visibleTasks = filterVisibleTasks(tasks, isTeamMember);
  return {
    tasks: visibleTasks.map(toTask),
    attributes: visibleTasks.flatMap((task) => task.fields.map((field) => toAttribute(field, task.id))),
  };
}

/** Key of the form: it is reset when something changes that a form in use cannot adopt. */
const buildFormKey = ({ attributes }: SurveyFormDefinition): string =>
  JSON.stringify(
    attributes.map((attribute) => [
      attribute.key,
      attribute.type,
      attribute.input,
      attribute.default,
      attribute.cardinality,
    ]),
  );

export type PreviewWidth = 'phone' | 'wide';

interface Props {
  draft: SurveyDraft;
  width: PreviewWidth;
  onWidthChange: (width: PreviewWidth) => void;
}

export default memo(function SurveyPreview({ draft, width, onWidthChange }: Props) {
  const { t } = useTranslation();
  const [isTeamMember, setTeamMember] = useState(false);
  const definition = useMemo(
    () => buildPreviewSurvey(draft.tasks, isTeamMember),
    [draft.tasks, isTeamMember],
  );
  const hasTeamTasks = filterVisibleTasks(draft.tasks, false).length < draft.tasks.length;
  return (
    <section className={classes['preview']} aria-label={t('survey.preview.title')}>
      <div className={classes['bar']}>
        <h2 className={classes['title']}>{t('survey.preview.title')}</h2>
        {hasTeamTasks && (
          <SegmentedControl
            size="xs"
            aria-label={t('survey.preview.who')}
            data={[
              { value: 'reporter', label: t('survey.preview.reporter') },
              { value: 'team', label: t('survey.preview.team') },
            ]}
            value={isTeamMember ? 'team' : 'reporter'}
            onChange={(value) => setTeamMember(value === 'team')}
          />
        )}
        <SegmentedControl
          className={classes['widths'] ?? ''}
          size="xs"
          aria-label={t('survey.preview.width')}
          data={[
            { value: 'phone', label: t('survey.preview.phone') },
            { value: 'wide', label: t('survey.preview.wide') },
          ]}
          value={width}
          onChange={(value) => onWidthChange(value === 'wide' ? 'wide' : 'phone')}
        />
      </div>
      <div className={classes['device']} data-width={width}>
        <p dir="auto" className={classes['name']}>
          {draft.name || t('survey.preview.noName')}
        </p>
        {draft.description && <Markdown text={draft.description} />}
        <PreviewForm key={buildFormKey(definition)} definition={definition} />
        <PreviewConsent draft={draft} />
        {draft.quick_exit && !draft.targeted_survey && (
          <p className={classes['note']}>{t('survey.preview.exit')}</p>
        )}
        <p className={classes['note']}>{t('survey.preview.note')}</p>
      </div>
    </section>
  );
});

/** Who sees the report, and what the reporter agrees to. */
function PreviewConsent({ draft }: { draft: SurveyDraft }) {
  const [answer, setAnswer] = useState<ConsentAnswerState>({ agreed: [], confirmed: false });
  const { consent } = draft;
  const needsConsent = consent?.uses.includes('publish') === true && !answer.agreed.includes('publish');
  return (
    <>
      <PostVisibilityNote survey={toVisibilityRules(draft)} needsConsent={needsConsent} />
      {consent && !draft.targeted_survey && (
        <Suspense fallback={null}>
          <ConsentFields consent={consent} answer={answer} onChange={setAnswer} refusals={0} />
        </Suspense>
      )}
    </>
  );
}

/** Unfinished numbers count as not set. */
const toVisibilityRules = (draft: SurveyDraft) => ({
  ...draft,
  place_min_reports: Number(draft.place_min_reports) || 1,
  publication_delay_hours: Number(draft.publication_delay_hours) || 0,
});

const PreviewForm = memo(function Form({ definition }: { definition: SurveyFormDefinition }) {
  const { map } = useConfig();
  const { data } = useQuery(buildEndpointQuery(listCategories, {}));
  const [initial] = useState(() => createAnswers(definition));
  const form = useSurveyForm({ survey: definition, initialAnswers: initial });
  const [open, setOpen] = useState<number>();
  const formContext = useMemo(
    () => ({
      categories: data?.results ?? [],
      defaultCenter: { lat: map.default_view.lat, lon: map.default_view.lon },
    }),
    [data, map.default_view],
  );
  const isThere = definition.tasks.some((task) => task.id === open);
  return (
    <SurveyForm
      form={form}
      context={formContext}
      openTask={isThere ? open : definition.tasks[0]?.id}
      onOpenTask={setOpen}
    />
  );
});
