/** What the team records about a post: how sure it is, who takes care of it, and notes. For those who may review it. */
import './record-labels.ts';
import type { TeamMember } from '@waypost/contract/review/reviewers';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { AssignmentSection } from './assignment-section.tsx';
import { NotesSection } from './notes-section.tsx';
import classes from './post-record.module.css';
import { VerificationSection } from './verification-section.tsx';

interface Props {
  postId: number;
  /** Called after the post was assigned, and after that was undone. */
  onAssigned?: (user: TeamMember | null) => void;
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
