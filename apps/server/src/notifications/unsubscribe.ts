/**
 * Unsubscribing by a link in a mail, without login. The link contains a signed key that names a contact and one notification, or all
 * notifications of the contact. It gives access to nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Unsubscription } from '@waypost/contract/notifications/notifications';
import { disableNotifications, findContact } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import { readSigningKey, readSite } from '../settings/settings.public.ts';
import { readViewersByUserId } from '../users/users.public.ts';
import { deleteNotificationRow, findOwnNotification } from './notifications.sql.ts';

/** What a key unsubscribes: one notification, or with 0 all notifications sent to the contact. */
interface UnsubscribeTarget {
  contact: number;
  notification: number;
}

const signatureOf = (secret: Buffer, { contact, notification }: UnsubscribeTarget): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe ${contact} ${notification}`).digest().subarray(0, 18);

/** Returns a function that creates keys. */
export async function createUnsubscribeKeys(tx: Tx): Promise<(target: UnsubscribeTarget) => string> {
  const secret = await readSigningKey(tx);
  return (target) =>
    `${target.contact}-${target.notification}-${signatureOf(secret, target).toString('base64url')}`;
}

/** @throws Problem 404 for a key that this server did not create */
async function verifyKey(tx: Tx, key: string): Promise<UnsubscribeTarget> {
  const [, contact, notification, signature = ''] = /^(\d{1,15})-(\d{1,15})-(.+)$/.exec(key) ?? [];
  const target = { contact: Number(contact), notification: Number(notification) };
  const actual = Buffer.from(signature, 'base64url');
  const expected = signatureOf(await readSigningKey(tx), target);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw notFound('unsubscribe', '');
  return target;
}

/** Masks an address or number, since the mail may have been forwarded to somebody else. */
const maskAddress = (address: string) => address.replace(/^(.).*?(@|.{2}$)/, '$1…$2');

/** What a key unsubscribes, and whether that is done. @throws Problem 404 for an invalid key */
export async function readUnsubscription(tx: Tx, key: string): Promise<Unsubscription> {
  const target = await verifyKey(tx, key);
  const contact = await findContact(tx, target.contact);
  if (!contact || contact.user_id === null) throw notFound('unsubscribe', '');
  const viewer = (await readViewersByUserId(tx, [contact.user_id])).get(contact.user_id);
  const notification =
    target.notification === 0 || !viewer
      ? undefined
      : await findOwnNotification(tx, viewer, target.notification);
  return {
    site: (await readSite(tx)).name || 'Waypost',
    address: maskAddress(contact.contact),
    all: target.notification === 0,
    set: notification?.set_name ?? null,
    ended: target.notification === 0 ? !contact.can_notify : notification === undefined,
  };
}

/** Unsubscribes; idempotent. @returns what was unsubscribed @throws Problem 404 for an invalid key */
export async function unsubscribe(tx: Tx, key: string): Promise<Unsubscription> {
  const before = await readUnsubscription(tx, key);
  const { contact, notification } = await verifyKey(tx, key);
  if (!before.ended)
    await (notification === 0 ? disableNotifications(tx, contact) : deleteNotificationRow(tx, notification));
  return { ...before, ended: true };
}
