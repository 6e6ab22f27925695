import { Button } from '@mantine/core';
import { deleteImport, type Import } from '@waypost/contract/imports/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

/**
 * Deletes a file that waits to be imported, or removes a finished import from the list. Its reports stay.
 * keys: dataImport.remove.*
 */
export function RemoveImport({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const remove = useCall(deleteImport);
  const { id, status, allowed_privileges } = importRecord;
  if (status === 'PENDING' || status === 'UNDOING' || !allowed_privileges.includes('delete')) return null;
  const kind = status === null ? 'file' : 'entry';
  const name = importRecord.name ?? importRecord.filename;
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        aria-label={t(`dataImport.remove.${kind}.label`, { name })}
        onClick={() => setAsking(true)}
      >
        {t(`dataImport.remove.${kind}.action`)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t(`dataImport.remove.${kind}.question`, { name })}
          confirmLabel={t(`dataImport.remove.${kind}.action`)}
          onConfirm={() => remove.mutateAsync({ params: { id } })}
          formatErrors={formatErrorMessages}
          onClose={() => setAsking(false)}
        >
          {t(`dataImport.remove.${kind}.text`)}
        </ConfirmDialog>
      )}
    </>
  );
}
