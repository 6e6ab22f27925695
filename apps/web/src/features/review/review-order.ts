/** The order in which each person works through the queue, remembered on this device. */
import { z } from 'zod';
import { createDeviceStore } from '../../api/device-store.ts';
import type { ReviewOrder } from './review-search.ts';

const Orders = z.record(z.string(), z.enum(['newest', 'urgent']));

/** Orders by the id of the account; absent: the oldest first. */
const storedOrders = createDeviceStore(
  'waypost.review-order',
  (stored): Readonly<Record<string, ReviewOrder>> => Orders.safeParse(stored ?? {}).data ?? {},
);

/** The order that an account has chosen last; undefined: the oldest first. */
export const readReviewOrder = (accountId: number): ReviewOrder | undefined =>
  storedOrders.get()[String(accountId)];

/** Remembers the order. */
export function storeReviewOrder(accountId: number, order: ReviewOrder | undefined): void {
  const { [String(accountId)]: _before, ...others } = storedOrders.get();
  storedOrders.set(order ? { ...others, [String(accountId)]: order } : others);
}
