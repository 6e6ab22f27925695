/** The dialogs of the editor. They are outside of its form, so that submitting a dialog does not submit the survey. */
import { lazy, Suspense } from 'react';
import { type DraftField, isPostText, isSaved } from '../draft/survey-draft.ts';
import { getQuestions } from '../targeted/targeted-draft.ts';
import type { SurveyEditorState } from './use-survey-editor.ts';

const FieldDialog = lazy(() => import('./field-dialog.tsx'));
const QuestionDialog = lazy(() => import('../targeted/question-dialog.tsx'));
const PasteQuestionsDialog = lazy(() => import('./paste-questions-dialog.tsx'));
const TaskDialog = lazy(() => import('./task-dialog.tsx'));
const RevealDialog = lazy(() => import('./reveal-dialog.tsx'));
const DeleteSurveyPartDialog = lazy(() => import('../delete-survey-part-dialog.tsx'));

function OpenDialog({ editor }: { editor: SurveyEditorState }) {
  const { draft, actions, openDialog, close } = editor;
  if (!openDialog) return null;
  const common = { surveyId: draft.id, onClose: close };
  switch (openDialog.type) {
    case 'addTask':
      return <TaskDialog onAdd={(task) => actions.dispatch({ type: 'addTask', task })} onClose={close} />;
    case 'pasteQuestions': {
      const { task } = openDialog;
      const add = (fields: DraftField[]) => {
        for (const field of fields) actions.dispatch({ type: 'addField', task, field });
      };
      return <PasteQuestionsDialog onAdd={add} onClose={close} />;
    }
    case 'reveal':
      return (
        <RevealDialog
          facts={openDialog.facts}
          reports={openDialog.reports}
          before={openDialog.before}
          after={openDialog.after}
          hasDelay={editor.savedDelay > 0}
          onConfirm={editor.saveConfirmed}
          onClose={close}
        />
      );
    case 'deleteTask': {
      const { task } = openDialog;
      const remove = () => actions.dispatch({ type: 'removeTask', id: task.id });
      const part = isSaved(task.id) ? { stage: task.id } : undefined;
      return (
        <DeleteSurveyPartDialog
          {...common}
          partType="task"
          name={task.label}
          partQuery={part}
          onDelete={remove}
        />
      );
    }
    case 'deleteField': {
      const { task, field } = openDialog;
      const remove = () => actions.dispatch({ type: 'removeField', task, id: field.id });
      const part = isSaved(field.id) ? { attribute: field.id } : undefined;
      return (
        <DeleteSurveyPartDialog
          {...common}
          partType="field"
          name={field.label}
          partQuery={part}
          onDelete={remove}
        />
      );
    }
    default: {
      const task = draft.tasks.find((task) => task.id === openDialog.task);
      if (!task) return null;
      const savedField = openDialog.field;
      // Questions of a targeted survey are text messages (spec 3 §5); its title and description belong to the post.
      if (draft.targeted_survey && !(savedField && isPostText(savedField)))
        return (
          <QuestionDialog
            question={savedField}
            otherQuestions={getQuestions(draft).filter((question) => question.id !== savedField?.id)}
            onSave={(field) =>
              actions.dispatch({ type: savedField ? 'changeField' : 'addField', task: task.id, field })
            }
            onClose={close}
          />
        );
      return (
        <FieldDialog
          {...common}
          field={savedField}
          task={task}
          tasks={draft.tasks}
          onSave={(field, taskId) => {
            if (savedField && taskId === task.id)
              return actions.dispatch({ type: 'changeField', task: taskId, field });
            if (savedField) actions.dispatch({ type: 'removeField', task: task.id, id: field.id });
            actions.dispatch({ type: 'addField', task: taskId, field });
          }}
        />
      );
    }
  }
}

export const EditorDialogs = ({ editor }: { editor: SurveyEditorState }) => (
  <Suspense fallback={null}>
    <OpenDialog editor={editor} />
  </Suspense>
);
