/** What the report probably is: survey, categories and places, each with its certainty or the reason. */
import { Button } from '@mantine/core';
import type { Suggestion } from '@waypost/contract/review/suggestions';
import { useTranslation } from 'react-i18next';
import { ProblemList } from '../../../ui/feedback/problem-list.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { TitledSection } from '../../../ui/layout/titled-section.tsx';
import { ShortcutKey } from '../keys/shortcut-key.tsx';
import classes from './suggestions.module.css';
import { useSuggestionName } from './use-suggestion-name.ts';
import type { Suggestions } from './use-suggestions.ts';

interface Props {
  suggestions: Suggestions;
  /** The key that accepts the first one, in capitals; undefined for none. */
  shortcut: string | undefined;
}

/** Renders nothing without suggestions. */
export default function SuggestionsSection({ suggestions, shortcut }: Props) {
  const { t } = useTranslation();
  const { list, problems } = suggestions;
  if (list.length === 0) return null;
  return (
    <TitledSection title={t('review.suggestions.title')}>
      <ProblemList problems={problems} />
      <ul className={classes['list']}>
        {list.map((suggestion, index) => (
          <SuggestionRow
            key={suggestion.id}
            suggestion={suggestion}
            suggestions={suggestions}
            shortcut={index === 0 ? shortcut : undefined}
          />
        ))}
      </ul>
    </TitledSection>
  );
}

/** One suggestion. keys: review.suggestions.kind.* review.suggestions.why.* */
function SuggestionRow({ suggestion, suggestions, shortcut }: Props & { suggestion: Suggestion }) {
  const { t, i18n } = useTranslation();
  const getName = useSuggestionName();
  const { kind, certainty, why } = suggestion;
  const percent = new Intl.NumberFormat(resolveFormatLocale(i18n.language), {
    style: 'percent',
    // Nothing that is learned is certain.
    maximumFractionDigits: 0,
  });
  const name = getName(suggestion);
  const kindName = t(`review.suggestions.kind.${kind}`);
  return (
    <li className={classes['row']}>
      <span className={classes['text']}>
        <span className={classes['name']} dir="auto">
          {name}
        </span>
        <span className={classes['meta']} data-figures>
          {kindName}
          {' · '}
          {certainty === null
            ? why && t(`review.suggestions.why.${why}`)
            : t('review.suggestions.certain', { percent: percent.format(Math.min(certainty, 0.99)) })}
        </span>
      </span>
      <Button
        size="sm"
        variant="default"
        disabled={suggestions.isPending}
        aria-label={t('review.suggestions.acceptNamed', { kind: kindName, name })}
        aria-keyshortcuts={shortcut}
        rightSection={<ShortcutKey shortcut={shortcut} />}
        onClick={() => suggestions.accept(suggestion)}
      >
        {t('review.suggestions.accept')}
      </Button>
    </li>
  );
}
