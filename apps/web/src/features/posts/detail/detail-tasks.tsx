import '@mantine/core/styles/Tabs.layer.css';
import { Tabs, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import { attributesOfTask, findNextIncompleteTask, sortTasks } from '@waypost/survey-logic/survey-definition';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import type { FullSurvey } from '../use-full-survey.ts';
import { AnswersView } from '../values/answers-view.tsx';
import classes from './post-detail.module.css';

/** The reported answers, then the team's tasks as tabs, each with its completion mark. */
export function DetailTasks({
  post,
  survey,
  hidesTasks,
}: {
  post: Post;
  survey: FullSurvey;
  hidesTasks: boolean;
}) {
  const { t } = useTranslation();
  const tasks = sortTasks(survey.tasks);
  const main = tasks.find((task) => task.type === 'post');
  const teamTasks = tasks.filter((task) => task !== main);
  // Opens the next incomplete task (spec 2 §4), or the first task of a complete report.
  const first = findNextIncompleteTask(survey.tasks, post.completed_stages) ?? teamTasks[0];
  const answers = (task: FullSurvey['tasks'][number], emptyText?: string) => (
    <AnswersView
      post={post}
      isForTeam={!task.show_when_published}
      attributes={attributesOfTask(survey.attributes, task.id)}
      categories={survey.categories}
      {...(emptyText ? { emptyText } : {})}
    />
  );
  const tabs = !hidesTasks && first && (
    <Tabs defaultValue={String(first.id)} keepMounted={false}>
      <Tabs.List aria-label={t('post.detail.tasks')} className={classes['tabs']}>
        {teamTasks.map((task) => {
          const isComplete = post.completed_stages.includes(task.id);
          return (
            <Tabs.Tab
              key={task.id}
              value={String(task.id)}
              rightSection={
                <span className={classes['mark']} data-complete={isComplete || undefined}>
                  <Icon icon={isComplete ? IconCircleCheck : IconCircle} size={18} />
                  <VisuallyHidden>
                    {t(isComplete ? 'post.detail.complete' : 'post.detail.open')}
                  </VisuallyHidden>
                </span>
              }
            >
              <span dir="auto">{task.label}</span>
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {teamTasks.map((task) => (
        <Tabs.Panel key={task.id} value={String(task.id)} pt="md">
          {answers(task, t('post.detail.noAnswers'))}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
  return (
    <>
      {main && answers(main)}
      {tabs}
    </>
  );
}
