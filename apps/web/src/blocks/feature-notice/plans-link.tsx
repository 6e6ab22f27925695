import type { ButtonProps } from '@mantine/core';
import { useAccount } from '../../api/session.ts';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { canOpenSettings } from '../settings/settings-entries.ts';

interface PlansLinkProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Words on the button. */
  label: string;
  onClick?: () => void;
}

const plansPath = '/settings/plan';

/** The way to the plans. Not for those with an account whom that page would turn away; a visitor is asked to log in there. */
export function PlansLink({ label, ...rest }: PlansLinkProps) {
  const account = useAccount();
  if (account && !canOpenSettings(account, plansPath)) return null;
  return (
    <ButtonLink to={plansPath} {...rest}>
      {label}
    </ButtonLink>
  );
}
