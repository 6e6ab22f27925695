/** Undoes an import completely, also one that is still running. */
import { useQueryClient } from '@tanstack/react-query';
import { type Import, undoImport } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { DeleteSection } from '../../ui/form/delete-section.tsx';

export function UndoImport({ of: it }: { of: Import }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  if (!it.allowed_privileges.includes('delete')) return null;
  const count = it.posts ?? 0;
  const changed = it.changed ?? 0;
  const isRunning = it.status === 'PENDING';
  const action = t(isRunning ? 'dataImport.undo.stop' : 'dataImport.undo.action');
  return (
    <DeleteSection
      title={action}
      deleteLabel={action}
      confirmation={{
        title: t('dataImport.undo.question', { name: it.name ?? it.filename }),
        text: (
          <>
            {t('dataImport.undo.text', { count })}
            {changed > 0 && ` ${t('dataImport.undo.changed', { count: changed })}`}
          </>
        ),
      }}
      onDelete={async () => {
        await call(undoImport, { params: { id: it.id } }, { quiet: true });
        await cache.invalidateQueries({ queryKey: buildResourceKey('csv') });
      }}
      formatErrors={formatErrorMessages}
    >
      {t('dataImport.undo.lead')}
    </DeleteSection>
  );
}
