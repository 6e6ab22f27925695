/** A button that shows what is withheld, after a question for the reason where the deployment asks for one. */
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { notifyError } from '../../api/notify-error.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface Props {
  label: string;
  /** Of the question for the reason. */
  dialogTitle: string;
  /** Records the look. @throws ApiError */
  onLook: (body?: { reason: string }) => Promise<void>;
  isBusy: boolean;
}

export function LookButton({ label, dialogTitle, onLook, isBusy }: Props) {
  const { site } = useConfig();
  const [isAsking, setAsking] = useState(false);
  const show = () => (site.personal_data_reason ? setAsking(true) : void onLook().catch(notifyError));
  return (
    <>
      <Button
        variant="default"
        size="sm"
        loading={isBusy && !isAsking}
        leftSection={<Icon icon={IconEye} size={16} />}
        onClick={show}
      >
        {label}
      </Button>
      {isAsking && (
        <ReasonDialog title={dialogTitle} action={label} onLook={onLook} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
