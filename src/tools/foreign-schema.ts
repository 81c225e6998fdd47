import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { Json, JsonObject } from '../base/json.ts';
import type { Tool } from './tool.ts';

/**
 * What `defineTool` needs of a schema that comes from elsewhere: `parameters` for the models, and `input`, which holds
 * arguments to it (JSON Schema 2020-12, or draft-07 where `$schema` says so). Nothing is coerced and no default is
 * filled in. `format` and `pattern` are left to the tool itself: an expression that somebody else wrote could hold up
 * everybody. A schema that is none keeps the tool out of the registry.
 */
export function foreignInput(schema: JsonObject): Required<Pick<Tool, 'input' | 'parameters'>> {
  let validate: ValidateFunction | undefined;
  const input = z.unknown().check(({ value, issues }) => {
    validate ??= compile(schema);
    if (!validate(value)) issues.push(...(validate.errors ?? []).map(toIssue));
  });
  return { input, parameters: schema };
}

const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
};

function compile(schema: JsonObject): ValidateFunction {
  const { $schema: dialect, $id: _id, ...rest } = schema;
  const isOld = typeof dialect === 'string' && /draft-0[467]/.test(dialect);
  const validator = isOld ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  for (const keyword of ['pattern', 'patternProperties']) validator.removeKeyword(keyword);
  return validator.compile(rest);
}

type Issue = z.core.$ZodRawIssue;

function toIssue(error: ErrorObject): Issue {
  const { keyword, instancePath, message = '', data: input } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  const path = pathOf(instancePath);
  switch (keyword) {
    case 'required': {
      const missing = [...path, String(params['missingProperty'])];
      return { code: 'custom', path: missing, message, input: undefined };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = params['additionalProperty'] ?? params['unevaluatedProperty'];
      return { code: 'unrecognized_keys', keys: [String(key)], path, message, input: {} };
    }
    case 'type':
      return { code: 'invalid_type', expected: params['type'] as 'object', path, message, input };
    case 'enum': {
      const choices = (params['allowedValues'] as Json[]).map((each) => JSON.stringify(each));
      return { code: 'custom', path, message: `${message}: ${choices.join(', ')}`, input };
    }
    default:
      return { code: 'custom', path, message, input };
  }
}

/** The steps of a JSON pointer (RFC 6901). */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
