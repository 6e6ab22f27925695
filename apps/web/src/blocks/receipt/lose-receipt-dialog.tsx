/** The question before the words of a receipt are lost, where the URL stays the same. */
import './receipt-labels.ts';
import { useTranslation } from 'react-i18next';
import { UnsavedDialog } from '../../ui/form/unsaved-changes-guard.tsx';
import { buildLeaveTexts } from './receipt-card.tsx';

/** @param props.onLeave called when the reporter leaves without the words */
export default function LoseReceiptDialog(props: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  return <UnsavedDialog opened {...props} texts={buildLeaveTexts(t)} />;
}
