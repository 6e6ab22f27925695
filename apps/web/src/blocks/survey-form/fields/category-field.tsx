/** Categories in two levels. */
import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Category } from '@waypost/contract/categories/categories';
import { updateAttribute } from '@waypost/contract/surveys/attributes';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { buildCategoryTree, toggleCategory } from '../../category-selector/category-tree.ts';
import { findErrorText } from '../answers/field-errors.ts';
import { useSurveyFormContext } from '../form-context.ts';
import classes from '../survey-form.module.css';
import type { AnswerList } from '../use-survey-form.ts';
import { FieldGroup } from './field-group.tsx';
import type { FieldProps } from './field-props.tsx';

/** Most of a post's page does without it. */
const LazyCategorySelector = lazy(() =>
  import('../../category-selector/category-selector.tsx').then((it) => ({ default: it.CategorySelector })),
);

const toCategoryId = (answer: unknown): string => {
  const bare = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer;
  return typeof bare === 'string' || typeof bare === 'number' ? String(bare) : '';
};

const toCategoryIds = (answers: AnswerList): string[] => answers.map(toCategoryId).filter((it) => it !== '');

export function CategoryField({ attribute, answers, updateAnswers: onAnswers, errors: faults }: FieldProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { categories, surveyId } = useSurveyFormContext();
  const tree = useMemo(
    () => buildCategoryTree(categories, (attribute.options ?? []).map(Number)),
    [categories, attribute.options],
  );
  /** A field that offers some categories only must offer the new one, too. */
  async function offer(made: Category): Promise<void> {
    const offered = attribute.options ?? [];
    if (offered.length > 0 && surveyId !== undefined) {
      const params = { id: surveyId, attributeId: attribute.id };
      await call(updateAttribute, { params, body: { options: [...offered, made.id] } }, { quiet: true });
      await cache.invalidateQueries({ queryKey: buildResourceKey('forms') });
    }
    onAnswers((now) => [...toCategoryIds(now), String(made.id)]);
  }
  return (
    <FieldGroup attribute={attribute} error={findErrorText(faults)}>
      {tree.length === 0 && <p className={classes['hint']}>{t('surveyForm.noCategories')}</p>}
      <Suspense fallback={<Skeleton height={88} />}>
        <LazyCategorySelector
          size="md"
          tree={tree}
          selectedIds={toCategoryIds(answers)}
          onToggle={(id) => onAnswers((now) => toggleCategory(tree, toCategoryIds(now), id))}
          onCreated={offer}
        />
      </Suspense>
    </FieldGroup>
  );
}
