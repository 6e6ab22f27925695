/** Categories in two levels. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryBoxes } from '../category-boxes.tsx';
import { categoryTree, toggleCategory } from '../category-tree.ts';
import { faultText } from '../field-faults.ts';
import { FieldGroup } from '../field-group.tsx';
import type { FieldProps } from '../field-props.tsx';
import { useFormSurroundings } from '../form-surroundings.ts';
import classes from '../survey-form.module.css';
import type { AnswerList } from '../use-survey-form.ts';

const idOf = (answer: unknown): string => {
  const bare = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer;
  return typeof bare === 'string' || typeof bare === 'number' ? String(bare) : '';
};

const idsOf = (answers: AnswerList): string[] => answers.map(idOf).filter((it) => it !== '');

export function CategoryField({ attribute, answers, onAnswers, faults }: FieldProps) {
  const { t } = useTranslation();
  const { categories } = useFormSurroundings();
  const tree = useMemo(
    () => categoryTree(categories, (attribute.options ?? []).map(Number)),
    [categories, attribute.options],
  );
  return (
    <FieldGroup of={attribute} error={faultText(faults)}>
      {tree.length === 0 && <p className={classes['hint']}>{t('surveyForm.noCategories')}</p>}
      <CategoryBoxes
        size="md"
        tree={tree}
        chosen={idsOf(answers)}
        onToggle={(id) => onAnswers((now) => toggleCategory(tree, idsOf(now), id))}
      />
    </FieldGroup>
  );
}
