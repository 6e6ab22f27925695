/** The part of the notifications domain that other domains may import. */
export {
  type NotificationLimits,
  readNotificationCounts as notificationFigures,
  startOfNextDay as nextDay,
} from './notification-limits.sql.ts';
