/**
 * Ending it from the mail itself, without logging in. The address in the mail is a key that only this server can make: it
 * names a contact and one notification, or all of them, and opens nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Unsubscription } from '@waypost/contract/notifications';
import { findContact, stopNotifying } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import { viewersOfUsers } from '../people/people.public.ts';
import { readFileKey, readSite } from '../settings/settings.public.ts';
import { deleteNotificationRow, findOwnNotification } from './notifications.sql.ts';

/** What a key ends: one notification, or with 0 every one that would be told to this contact. */
interface Ends {
  contact: number;
  notification: number;
}

const sealOf = (secret: Buffer, { contact, notification }: Ends): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe ${contact} ${notification}`).digest().subarray(0, 18);

/** Makes keys. */
export async function keyMaker(tx: Tx): Promise<(ends: Ends) => string> {
  const secret = await readFileKey(tx);
  return (ends) => `${ends.contact}-${ends.notification}-${sealOf(secret, ends).toString('base64url')}`;
}

/** @throws 404 for a key that this server did not make */
async function readKey(tx: Tx, key: string): Promise<Ends> {
  const [, contact, notification, seal = ''] = /^(\d{1,15})-(\d{1,15})-(.+)$/.exec(key) ?? [];
  const ends = { contact: Number(contact), notification: Number(notification) };
  const given = Buffer.from(seal, 'base64url');
  const wanted = sealOf(await readFileKey(tx), ends);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw notFound('unsubscribe', '');
  return ends;
}

/** Whose it is, without telling a stranger who found the mail more than they hold in hands. */
const veiled = (address: string) => address.replace(/^(.).*?(@|.{2}$)/, '$1…$2');

/** What a key ends, and whether that has happened. @throws 404 */
export async function readUnsubscription(tx: Tx, key: string): Promise<Unsubscription> {
  const ends = await readKey(tx, key);
  const contact = await findContact(tx, ends.contact);
  if (!contact || contact.user_id === null) throw notFound('unsubscribe', '');
  const viewer = (await viewersOfUsers(tx, [contact.user_id])).get(contact.user_id);
  const notification =
    ends.notification === 0 || !viewer ? undefined : await findOwnNotification(tx, viewer, ends.notification);
  return {
    site: (await readSite(tx)).name || 'Waypost',
    address: veiled(contact.contact),
    all: ends.notification === 0,
    set: notification?.set_name ?? null,
    ended: ends.notification === 0 ? !contact.can_notify : notification === undefined,
  };
}

/** Ends it; once more is harmless. @returns what was ended @throws 404 */
export async function unsubscribe(tx: Tx, key: string): Promise<Unsubscription> {
  const before = await readUnsubscription(tx, key);
  const { contact, notification } = await readKey(tx, key);
  if (!before.ended)
    await (notification === 0 ? stopNotifying(tx, contact) : deleteNotificationRow(tx, notification));
  return { ...before, ended: true };
}
