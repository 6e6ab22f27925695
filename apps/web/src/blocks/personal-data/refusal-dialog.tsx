/** Says that a report cannot be published because its reporter did not agree, with what they agreed to. */
import './personal-data-labels.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readPostConsent } from '@waypost/contract/posts/post-consent';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import ConsentPanel from '../consent/consent-panel.tsx';
import FoundPersonalData, { type CheckedText } from './found-personal-data.tsx';

interface Props {
  postId: number;
  /** Texts that visitors would see. */
  texts: readonly CheckedText[];
  onClose: () => void;
}

/** What was found in the texts is below: it matters once the reporter has agreed. Closes when the team records that they have. */
export default function RefusalDialog({ postId, texts, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(readPostConsent, { params: { id: postId } }));
  const isRefused = data?.refused.some(({ use }) => use === 'publish') ?? true;
  useEffect(() => {
    if (!isRefused) onClose();
  }, [isRefused, onClose]);
  return (
    <Modal opened onClose={onClose} title={t('personalData.refused')}>
      <Stack gap="md">
        <Text>{t('fault.postNeedsConsent')}</Text>
        <ConsentPanel postId={postId} />
        <FoundPersonalData texts={texts} isForTeam />
        <DialogActions>
          <Button size="md" data-autofocus onClick={onClose}>
            {t('action.close')}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
