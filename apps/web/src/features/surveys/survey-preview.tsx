/** The form as a reporter will see it, while it is being designed. It can be tried out; nothing is sent. */
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import type { Attribute } from '@waypost/contract/attributes';
import { listCategories } from '@waypost/contract/categories';
import type { Task } from '@waypost/contract/tasks';
import { tasksShown } from '@waypost/survey-logic/survey';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { read } from '../../api/query-client.ts';
import { Markdown } from '../../blocks/markdown/markdown.tsx';
import { newAnswers, type SurveyAsked } from '../../blocks/survey-form/form-answers.ts';
import { SurveyForm } from '../../blocks/survey-form/survey-form.tsx';
import { useSurveyForm } from '../../blocks/survey-form/use-survey-form.ts';
import { WhoSees } from '../../blocks/survey-form/who-sees.tsx';
import type { DraftField, DraftTask, SurveyDraft } from './survey-draft.ts';
import classes from './survey-preview.module.css';

const entity = { url: '', allowed_privileges: [] };

/** The same object for the same field, so that a key pressed in the builder draws no other field anew. */
const attributes = new WeakMap<DraftField, Attribute>();
function attributeFrom(field: DraftField, form_stage_id: number): Attribute {
  const known = attributes.get(field);
  if (known?.form_stage_id === form_stage_id) return known;
  const made = {
    ...field,
    ...entity,
    key: field.key || `new${field.id}`,
    options: [...field.options],
    config: { ...field.config },
    form_stage_id,
  };
  attributes.set(field, made);
  return made;
}

const taskFrom = (task: DraftTask): Task => ({ ...task, ...entity, form_id: 0, icon: null });

function askedBy(tasks: readonly DraftTask[], isTeam: boolean): SurveyAsked {
  const shown = tasksShown(tasks, isTeam);
  return {
    tasks: shown.map(taskFrom),
    attributes: shown.flatMap((task) => task.fields.map((field) => attributeFrom(field, task.id))),
  };
}

/** What a form that was begun cannot take over: it starts anew when one of these changes. */
const startOf = ({ attributes: all }: SurveyAsked): string =>
  JSON.stringify(all.map((it) => [it.key, it.type, it.input, it.default, it.cardinality]));

export type PreviewWidth = 'phone' | 'wide';

interface Props {
  draft: SurveyDraft;
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
}

export default memo(function SurveyPreview({ draft, width, onWidth }: Props) {
  const { t } = useTranslation();
  const [isTeam, setTeam] = useState(false);
  const asked = useMemo(() => askedBy(draft.tasks, isTeam), [draft.tasks, isTeam]);
  const hasTeamTasks = tasksShown(draft.tasks, false).length < draft.tasks.length;
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
            value={isTeam ? 'team' : 'reporter'}
            onChange={(value) => setTeam(value === 'team')}
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
          onChange={(value) => onWidth(value === 'wide' ? 'wide' : 'phone')}
        />
      </div>
      <div className={classes['device']} data-width={width}>
        <p dir="auto" className={classes['name']}>
          {draft.name || t('survey.preview.noName')}
        </p>
        {draft.description && <Markdown text={draft.description} />}
        <Form key={startOf(asked)} asked={asked} />
        <WhoSees survey={draft} />
        <p className={classes['note']}>{t('survey.preview.note')}</p>
      </div>
    </section>
  );
});

const Form = memo(function Form({ asked }: { asked: SurveyAsked }) {
  const { map } = useConfig();
  const { data } = useQuery(read(listCategories, {}, { quiet: true }));
  const [initial] = useState(() => newAnswers(asked));
  const form = useSurveyForm({ survey: asked, initial });
  const [open, setOpen] = useState<number>();
  const surroundings = useMemo(
    () => ({
      categories: data?.results ?? [],
      defaultCenter: { lat: map.default_view.lat, lon: map.default_view.lon },
    }),
    [data, map.default_view],
  );
  const isThere = asked.tasks.some((task) => task.id === open);
  return (
    <SurveyForm
      form={form}
      surroundings={surroundings}
      openTask={isThere ? open : asked.tasks[0]?.id}
      onOpenTask={setOpen}
    />
  );
});
