import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormSection } from './form-section.tsx';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  /** What goes with it, and what stays. */
  children: ReactNode;
  /** What the buttons say. */
  action: string;
  /** What the question before it says. */
  question: { title: string; text: ReactNode };
  onDelete: () => Promise<void>;
  textsOf: (error: unknown) => readonly string[];
}

/** The last part of an editor's page: deleting what is edited, after a question. */
export function DeleteSection({ title, children, action, question, onDelete, textsOf }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <FormSection title={title} lead={children} tone="danger">
      <div>
        <Button
          variant="outline"
          color="red"
          size="md"
          leftSection={<Icon of={IconTrash} size={18} />}
          onClick={() => setAsking(true)}
        >
          {action}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={question.title}
          action={action}
          onConfirm={onDelete}
          textsOf={textsOf}
          onClose={() => setAsking(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
