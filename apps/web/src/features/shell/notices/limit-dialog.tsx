import { Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PlanLimit } from '../../../api/plan-limits.ts';
import { useAccount } from '../../../api/session.ts';
import { PlansLink } from '../../../blocks/feature-notice/plans-link.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { ModalWindow } from '../../../ui/dialog/modal-window.tsx';

/**
 * Explains which limit of the plan is reached. Form input is kept behind it. Only users with an account see how to change the
 * plan.
 */
export default function LimitDialog({ limit, onClose }: { limit: PlanLimit; onClose: () => void }) {
  const { t } = useTranslation();
  const account = useAccount();
  return (
    <ModalWindow title={t(`limit.${limit}`)} icon={IconAlertTriangle} onClose={onClose}>
      <Text mb="md">{t('limit.text')}</Text>
      <DialogActions>
        <Button variant="default" size="md" onClick={onClose}>
          {t('limit.dismiss')}
        </Button>
        {account && <PlansLink label={t('limit.upgrade')} size="md" onClick={onClose} />}
      </DialogActions>
    </ModalWindow>
  );
}
