import { type Import, undoImport } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useCall } from '../../../api/use-call.ts';
import { DeleteSection } from '../../../ui/form/delete-section.tsx';

/** Undoes an import completely, also one that is still running. */
export function UndoImport({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const undo = useCall(undoImport);
  if (!importRecord.allowed_privileges.includes('delete')) return null;
  const count = importRecord.posts ?? 0;
  const changedCount = importRecord.changed ?? 0;
  const isRunning = importRecord.status === 'PENDING';
  const action = t(isRunning ? 'dataImport.undo.stop' : 'dataImport.undo.action');
  return (
    <DeleteSection
      title={action}
      deleteLabel={action}
      confirmation={{
        title: t('dataImport.undo.question', { name: importRecord.name ?? importRecord.filename }),
        text: (
          <>
            {t('dataImport.undo.text', { count })}
            {changedCount > 0 && ` ${t('dataImport.undo.changed', { count: changedCount })}`}
          </>
        ),
      }}
      onDelete={() => undo.mutateAsync({ params: { id: importRecord.id } })}
      formatErrors={formatErrorMessages}
    >
      {t('dataImport.undo.lead')}
    </DeleteSection>
  );
}
