/** The part of the notifications domain that other domains may import. */
export {
  type NotificationLimits,
  readNotificationCounts,
  readStartOfNextDay,
} from './notification-limits.sql.ts';
