/** Covers parts of a picture on the device, before it is uploaded. */
import { useTranslation } from 'react-i18next';
import CoverDialog from './cover-dialog.tsx';
import { encodeCovered } from './draw-covers.ts';

interface Props {
  picture: Blob;
  onCovered: (picture: Blob) => void;
  onClose: () => void;
}

/** Only the covered picture is kept. */
export default function CoverNewPhoto({ picture, onCovered, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <CoverDialog
      picture={picture}
      note={t('photoCover.newNote')}
      onSave={async (covers, loaded) => onCovered(await encodeCovered(loaded, covers))}
      onClose={onClose}
    />
  );
}
