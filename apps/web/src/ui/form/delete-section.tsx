import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { Icon } from '../display/icon.tsx';
import { FormSection } from './form-section.tsx';

interface Props {
  title: string;
  /** What goes with it, and what stays. */
  children: ReactNode;
  /** What the buttons say. */
  deleteLabel: string;
  /** What the question before it says. */
  confirmation: { title: string; text: ReactNode };
  onDelete: () => Promise<void>;
  formatErrors: (error: unknown) => readonly string[];
}

/** The last part of an editor's page: deleting what is edited, after a question. */
export function DeleteSection({
  title,
  children,
  deleteLabel: action,
  confirmation: question,
  onDelete,
  formatErrors: textsOf,
}: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <FormSection title={title} lead={children} tone="danger">
      <div>
        <Button
          variant="outline"
          color="red"
          size="md"
          leftSection={<Icon icon={IconTrash} size={18} />}
          onClick={() => setAsking(true)}
        >
          {action}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={question.title}
          confirmLabel={action}
          onConfirm={onDelete}
          formatErrors={textsOf}
          onClose={() => setAsking(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
