/** Covers parts of a picture that the server has. */
import { coverMedia } from '@waypost/contract/media/picture-covers';
import { useTranslation } from 'react-i18next';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import CoverDialog from './cover-dialog.tsx';

interface Props {
  id: number;
  url: string;
  /** Whether the original is kept for the team. */
  keepsOriginal: boolean;
  onClose: () => void;
}

/** The server replaces the pixels of its own copy, so that nothing else of the picture changes. */
export default function CoverStoredPhoto({ id, url, keepsOriginal, onClose }: Props) {
  const { t } = useTranslation();
  const cover = useCall(coverMedia, {
    // Lists of reports show it, too.
    invalidates: [buildResourceKey('media'), buildResourceKey('posts')],
    onSuccess: () => notify('success', t('photoCover.done')),
  });
  return (
    <CoverDialog
      picture={url}
      note={t(keepsOriginal ? 'photoCover.keptNote' : 'photoCover.storedNote')}
      onSave={(covers) => cover.mutateAsync({ params: { id }, body: { covers: [...covers] } })}
      onClose={onClose}
    />
  );
}
