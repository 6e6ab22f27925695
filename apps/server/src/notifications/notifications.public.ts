/** The part of the notifications domain that other domains may import. */
export {
  type NotificationLimits,
  readNotificationCounts,
  startOfNextDay,
} from './notification-limits.sql.ts';
