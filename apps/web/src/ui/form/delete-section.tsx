import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { Icon } from '../display/icon.tsx';
import { FormSection } from './form-section.tsx';

interface Props {
  title: string;
  /** What is deleted with it, and what is kept. */
  children: ReactNode;
  /** Text of the buttons. */
  deleteLabel: string;
  /** Title and text of the confirmation dialog. */
  confirmation: { title: string; text: ReactNode };
  onDelete: () => Promise<unknown>;
  formatErrors: (error: unknown) => readonly string[];
}

/** The last section of an editor: deletes the edited entity after a confirmation. */
export function DeleteSection({ title, children, deleteLabel, confirmation, onDelete, formatErrors }: Props) {
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
          {deleteLabel}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={confirmation.title}
          confirmLabel={deleteLabel}
          onConfirm={onDelete}
          formatErrors={formatErrors}
          onClose={() => setAsking(false)}
        >
          {confirmation.text}
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
