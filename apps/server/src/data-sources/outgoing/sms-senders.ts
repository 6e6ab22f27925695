/** Text messages of the deployment's own, such as notifications: by whichever source can send now. */
import { simulatedPhoneSource } from '@waypost/contract/targeted-surveys/targeted-surveys';
import type { Tx } from '../../kernel/db/database.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import { insertMessage, type MessageGateways } from '../../messages/messages.public.ts';
import { findSendingSource } from './send-messages.ts';

/**
 * Confirmation codes as text messages. Simulated phones stand in for a gateway only where the operator asks for them: on a
 * deployment without either, nobody could read the code.
 * @param simulates whether simulated phones are switched on
 */
export const createCodeSmsSender = ({
  secretBox,
  gateways,
  simulates,
}: {
  secretBox: SecretBox;
  gateways: MessageGateways;
  simulates: boolean;
}) => ({
  codeDelivery: async (tx: Tx): Promise<'sent' | 'simulated' | undefined> => {
    if ((await findSendingSource(tx, secretBox, 'sms')) !== undefined) return 'sent';
    return simulates ? 'simulated' : undefined;
  },
  sendCode: async (tx: Tx, contact: { id: number }, message: string): Promise<void> => {
    const code = { contact_id: contact.id, message, type: 'sms', direction: 'outgoing' } as const;
    if ((await findSendingSource(tx, secretBox, 'sms')) === undefined) {
      // Read by administrators at the simulated phones alone.
      await insertMessage(tx, {
        ...code,
        data_source: simulatedPhoneSource,
        status: 'sent',
        is_confirmation: true,
      });
      return;
    }
    const id = await insertMessage(tx, { ...code, status: 'pending', is_confirmation: true });
    await gateways.dispatch(tx, { id, type: 'sms', data_source: null });
  },
});

/** What notifications use. */
export const createNotificationSmsSender = ({
  secretBox,
  gateways,
}: {
  secretBox: SecretBox;
  gateways: MessageGateways;
}) => ({
  canSend: async (tx: Tx): Promise<boolean> => (await findSendingSource(tx, secretBox, 'sms')) !== undefined,
  send: async (tx: Tx, contact: { id: number }, message: string, postId: number | null): Promise<void> => {
    const id = await insertMessage(tx, {
      contact_id: contact.id,
      message,
      type: 'sms',
      status: 'pending',
      direction: 'outgoing',
      notification_post_id: postId,
    });
    await gateways.dispatch(tx, { id, type: 'sms', data_source: null });
  },
});
