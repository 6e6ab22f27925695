/** Number and size of a cluster, as the map library computes them from its expressions. */
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import type { ScaleByCount } from '../pins/cluster-look.ts';

/** The size for a number of posts: see `buildPinLayers`. */
export function scaleByCount(scale: ScaleByCount, count: number): number {
  const exponent = Math.log10(Math.max(count, 1));
  const next = scale.findIndex(([it]) => it > exponent);
  const [low, high] = [scale[next - 1], scale[next]];
  if (!low || !high) return (next === -1 ? scale.at(-1) : scale[0])?.[1] ?? 0;
  return low[1] + ((exponent - low[0]) / (high[0] - low[0])) * (high[1] - low[1]);
}

/** The text for a number of posts: see `buildCountLabel`. */
export function formatCountLabel(count: number, language: string): string {
  const locale = resolveFormatLocale(language);
  if (count < 1000) return new Intl.NumberFormat(locale).format(count);
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1);
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return short.format(Math.floor(count / unit) * unit);
}
