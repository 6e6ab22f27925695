import { useTranslation } from 'react-i18next';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import rows from '../../ui/display/row-list.module.css';

interface Props {
  /** Of the areas that are sent; null before. */
  share: number | null;
  /** Label of the button that sends. */
  label: string;
  isBusy: boolean;
  onCancel: () => void;
}

/** How many areas are sent, and the buttons of a dialog that sends them. */
export function SendingActions({ share, label, isBusy, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {share !== null && (
        <output className={rows['detail']} data-figures>
          {t('areas.add.sending', { share })}
        </output>
      )}
      <SaveActions label={label} onCancel={onCancel} isBusy={isBusy} />
    </>
  );
}
