import type { ButtonProps } from '@mantine/core';
import { useAccount } from '../../api/session.ts';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { anySettingsPermission, canOpen } from '../settings/settings-access.ts';

interface PlansLinkProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Text of the button. */
  label: string;
  onClick?: () => void;
}

const plansPath = '/settings/plan';

/** A link to the plans. Hidden from accounts that may not open that page; visitors are asked to log in there. */
export function PlansLink({ label, ...rest }: PlansLinkProps) {
  const account = useAccount();
  if (account && !canOpen(account, anySettingsPermission)) return null;
  return (
    <ButtonLink to={plansPath} {...rest}>
      {label}
    </ButtonLink>
  );
}
