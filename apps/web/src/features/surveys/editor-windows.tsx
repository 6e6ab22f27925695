/** The windows over the builder; beside its form, since what is sent in a window is not the survey. */
import { lazy, Suspense } from 'react';
import { isPostText, isSaved } from './survey-draft.ts';
import { questionsIn } from './targeted-draft.ts';
import type { SurveyEditorState } from './use-survey-editor.ts';

const FieldDialog = lazy(() => import('./field-dialog.tsx'));
const QuestionDialog = lazy(() => import('./question-dialog.tsx'));
const TaskDialog = lazy(() => import('./task-dialog.tsx'));
const DeletePart = lazy(() => import('./delete-part.tsx'));

function Shown({ editor: { draft, deeds, shown, close } }: { editor: SurveyEditorState }) {
  if (!shown) return null;
  const common = { surveyId: draft.id, onClose: close };
  switch (shown.what) {
    case 'addTask':
      return <TaskDialog onAdd={(task) => deeds.change({ do: 'addTask', task })} onClose={close} />;
    case 'deleteTask': {
      const { task } = shown;
      const remove = () => deeds.change({ do: 'removeTask', id: task.id });
      const part = isSaved(task.id) ? { stage: task.id } : undefined;
      return <DeletePart {...common} what="task" name={task.label} part={part} onDelete={remove} />;
    }
    case 'deleteField': {
      const { task, field } = shown;
      const remove = () => deeds.change({ do: 'removeField', task, id: field.id });
      const part = isSaved(field.id) ? { attribute: field.id } : undefined;
      return <DeletePart {...common} what="field" name={field.label} part={part} onDelete={remove} />;
    }
    default: {
      const task = draft.tasks.find((it) => it.id === shown.task);
      if (!task) return null;
      const before = shown.field;
      // Of a survey that is sent, what is asked is a text message (spec 3 §5); its title and text are the post's own.
      if (draft.targeted_survey && !(before && isPostText(before)))
        return (
          <QuestionDialog
            question={before}
            others={questionsIn(draft).filter((it) => it.id !== before?.id)}
            onSave={(field) =>
              deeds.change({ do: before ? 'changeField' : 'addField', task: task.id, field })
            }
            onClose={close}
          />
        );
      return (
        <FieldDialog
          {...common}
          field={before}
          task={task}
          tasks={draft.tasks}
          onSave={(field, taskId) => {
            if (before && taskId === task.id) return deeds.change({ do: 'changeField', task: taskId, field });
            if (before) deeds.change({ do: 'removeField', task: task.id, id: field.id });
            deeds.change({ do: 'addField', task: taskId, field });
          }}
        />
      );
    }
  }
}

export const EditorWindows = ({ editor }: { editor: SurveyEditorState }) => (
  <Suspense fallback={null}>
    <Shown editor={editor} />
  </Suspense>
);
