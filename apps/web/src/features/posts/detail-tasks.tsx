/** The survey's tasks as tabs, each with its mark of completion; a survey of one task needs no tabs. */
import '@mantine/core/styles/Tabs.layer.css';
import { Tabs, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts';
import { attributesOf, tasksInOrder } from '@waypost/survey-logic/survey';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import classes from './post-detail.module.css';
import type { SurveyWhole } from './use-survey.ts';
import { AnswersView } from './values/answers-view.tsx';

export function DetailTasks({ post, survey }: { post: Post; survey: SurveyWhole }) {
  const { t } = useTranslation();
  const tasks = tasksInOrder(survey.tasks);
  const [first] = tasks;
  if (!first) return null;
  const answers = (taskId: number) => (
    <AnswersView
      post={post}
      attributes={attributesOf(survey.attributes, taskId)}
      categories={survey.categories}
    />
  );
  if (tasks.length === 1) return answers(first.id);
  return (
    <Tabs defaultValue={String(first.id)} keepMounted={false}>
      <Tabs.List aria-label={t('post.detail.tasks')} className={classes['tabs']}>
        {tasks.map((task) => {
          const isComplete = post.completed_stages.includes(task.id);
          return (
            <Tabs.Tab
              key={task.id}
              value={String(task.id)}
              rightSection={
                task.type === 'task' && (
                  <span className={classes['mark']} data-complete={isComplete || undefined}>
                    <Icon of={isComplete ? IconCircleCheck : IconCircle} size={18} />
                    <VisuallyHidden>
                      {t(isComplete ? 'post.detail.complete' : 'post.detail.open')}
                    </VisuallyHidden>
                  </span>
                )
              }
            >
              <span dir="auto">{task.label}</span>
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {tasks.map((task) => (
        <Tabs.Panel key={task.id} value={String(task.id)} pt="md">
          {answers(task.id)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
