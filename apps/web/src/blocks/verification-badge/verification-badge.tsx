/** How sure the team is about a post, always with words and an icon. keys: verification.status.* */
import {
  IconHelpCircle,
  IconShieldCheck,
  IconShieldX,
  IconZoomQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import type { PostVerification, VerificationStatus } from '@waypost/contract/posts/post-verification';
import { useTranslation } from 'react-i18next';
import { IconBadge } from '../../ui/display/icon-badge.tsx';
import classes from './verification-badge.module.css';

const icons: Record<VerificationStatus, TablerIcon> = {
  unverified: IconHelpCircle,
  verified: IconShieldCheck,
  disputed: IconZoomQuestion,
  false: IconShieldX,
};

/** @returns the words for a verification */
export function useVerificationText(): (verification: PostVerification) => string {
  const { t } = useTranslation();
  return ({ status, sources }) =>
    status === 'verified' && sources !== null
      ? t('verification.by', { count: sources })
      : t(`verification.status.${status}`);
}

/** The badge. Renders nothing for posts that nobody has verified yet, and where the viewer may not know. */
export function VerificationBadge({ verification }: { verification: PostVerification | null | undefined }) {
  const getText = useVerificationText();
  if (!verification || verification.status === 'unverified') return null;
  return (
    <IconBadge
      icon={icons[verification.status]}
      className={classes['verification']}
      data-verification={verification.status}
    >
      {getText(verification)}
    </IconBadge>
  );
}
