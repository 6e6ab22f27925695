/** The order in which each person works through the queue, remembered on this device. */
import { useMemo } from 'react';
import { z } from 'zod';
import { createDeviceStore, useDeviceStore } from '../../../api/device-store.ts';
import type { ReviewOrder, ReviewSearch } from './review-search.ts';

const Orders = z.record(z.string(), z.enum(['newest', 'urgent']));

/** Orders by the id of the account; absent: the oldest first. */
const storedOrders = createDeviceStore(
  'waypost.review-order',
  (stored): Readonly<Record<string, ReviewOrder>> => Orders.safeParse(stored ?? {}).data ?? {},
);

/** Remembers the order. */
export function storeReviewOrder(accountId: number, order: ReviewOrder | undefined): void {
  const { [String(accountId)]: _before, ...others } = storedOrders.get();
  storedOrders.set(order ? { ...others, [String(accountId)]: order } : others);
}

/** The filters with the order that the account has chosen last, unless they name one. */
export function useStoredOrder(search: ReviewSearch, accountId: number | undefined): ReviewSearch {
  const orders = useDeviceStore(storedOrders);
  const first = search.first ?? (accountId === undefined ? undefined : orders[String(accountId)]);
  return useMemo(() => ({ ...search, first }), [search, first]);
}
