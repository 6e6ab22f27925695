/** What the team records about a post: how sure it is, who takes care of it, and notes. For those who may review it. */
import './record-labels.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { AssignmentSection } from './assignment-section.tsx';
import { NotesSection } from './notes-section.tsx';
import classes from './post-record.module.css';
import type { OnAssigned } from './use-assign.ts';
import { VerificationSection } from './verification-section.tsx';

interface Props {
  postId: number;
  onAssigned?: OnAssigned;
}

/** Renders the sections. */
export default function RecordPanel({ postId, onAssigned }: Props) {
  useLoadedTranslations();
  return (
    <div className={classes['record']}>
      <VerificationSection postId={postId} />
      <AssignmentSection postId={postId} onAssigned={onAssigned} />
      <NotesSection key={postId} postId={postId} />
    </div>
  );
}
