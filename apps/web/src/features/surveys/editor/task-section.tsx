/** A task in the editor, with a tab for its fields and one for its options. The report task has the survey's options. */
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { StepButtons } from '../../../ui/form/reorder-buttons.tsx';
import type { DraftTask } from '../draft/survey-draft.ts';
import { FieldList } from './field-list.tsx';
import classes from './survey-editor.module.css';
import { TaskOptions } from './task-options.tsx';
import type { EditorActions } from './use-survey-editor.ts';

interface Props {
  task: DraftTask;
  /** Position among the tasks; 0 is the report task. */
  index: number;
  count: number;
  actions: EditorActions;
}

function TaskMarks({ task }: { task: DraftTask }) {
  const { t } = useTranslation();
  const marks = [
    task.required && t('survey.task.isRequired'),
    task.task_is_internal_only && t('survey.task.isInternal'),
    !task.show_when_published && t('survey.task.isHidden'),
  ].filter((label) => label !== false);
  return marks.map((mark) => (
    <span key={mark} className={classes['mark']}>
      {mark}
    </span>
  ));
}

/** A further task. */
export const TaskSection = memo(function TaskSection({ task, index: at, count, actions }: Props) {
  const { t } = useTranslation();
  const { label, id } = task;
  return (
    <section className={classes['section']} aria-labelledby={`task${id}-title`}>
      <div className={classes['taskHead']}>
        <h2 id={`task${id}-title`} className={classes['taskTitle']}>
          <bdi>{label}</bdi>
          <TaskMarks task={task} />
        </h2>
        <StepButtons
          label={label}
          id={`task${id}`}
          index={at}
          count={count}
          firstMovable={1}
          onStep={(offset) => actions.dispatch({ type: 'moveTask', id, by: offset })}
        />
        <button
          type="button"
          className={classes['remove']}
          aria-label={t('survey.task.delete', { label })}
          onClick={() => actions.openDialog({ type: 'deleteTask', task })}
        >
          <Icon icon={IconTrash} size={18} />
        </button>
      </div>
      <TaskTabs
        label={label}
        build={<FieldList task={task} actions={actions} />}
        configure={<TaskOptions task={task} actions={actions} />}
      />
    </section>
  );
});

interface TaskTabsProps {
  label: string;
  build: ReactNode;
  configure: ReactNode;
  /** The share tab, once the survey has a URL. */
  share?: ReactNode;
}

/** The tabs "Build", "Configure" and, for a saved survey, "Share". */
export function TaskTabs({ label, build, configure, share }: TaskTabsProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<string | null>('build');
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List aria-label={label}>
        <Tabs.Tab value="build">{t('survey.tab.build')}</Tabs.Tab>
        <Tabs.Tab value="configure">{t('survey.tab.configure')}</Tabs.Tab>
        {share && <Tabs.Tab value="share">{t('survey.tab.share')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="build" className={classes['panel'] ?? ''}>
        {build}
      </Tabs.Panel>
      <Tabs.Panel value="configure" className={classes['panel'] ?? ''}>
        {configure}
      </Tabs.Panel>
      {share && (
        <Tabs.Panel value="share" className={classes['panel'] ?? ''}>
          {share}
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
