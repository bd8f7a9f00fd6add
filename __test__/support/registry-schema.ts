// What the MCP registry's schema of 2025-12-11 demands of a `server.json`, without its texts.
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

export const REGISTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });

const ADDRESS = { type: 'string', pattern: String.raw`^https?://[^\s]+$` };
const transport = (type: string, more: object = {}, required: string[] = []) =>
  object({ type: { enum: [type] }, ...more }, ['type', ...required]);
const reached = { url: ADDRESS, headers: list(ref('KeyValueInput')) };

const SCHEMA = {
  $id: REGISTRY_SCHEMA,
  $ref: '#/definitions/ServerDetail',
  definitions: {
    Input: object({
      choices: list(TEXT),
      default: TEXT,
      description: TEXT,
      format: { enum: ['string', 'number', 'boolean', 'filepath'] },
      isRequired: FLAG,
      isSecret: FLAG,
      placeholder: TEXT,
      value: TEXT,
    }),
    InputWithVariables: {
      allOf: [ref('Input'), object({ variables: { type: 'object', additionalProperties: ref('Input') } })],
    },
    KeyValueInput: { allOf: [ref('InputWithVariables'), object({ name: TEXT }, ['name'])] },
    NamedArgument: {
      allOf: [
        ref('InputWithVariables'),
        object({ isRepeated: FLAG, name: TEXT, type: { enum: ['named'] } }, ['type', 'name']),
      ],
    },
    PositionalArgument: {
      allOf: [
        ref('InputWithVariables'),
        {
          ...object({ isRepeated: FLAG, type: { enum: ['positional'] }, valueHint: TEXT }, ['type']),
          anyOf: [{ required: ['valueHint'] }, { required: ['value'] }],
        },
      ],
    },
    Argument: { anyOf: [ref('PositionalArgument'), ref('NamedArgument')] },
    Stdio: transport('stdio'),
    StreamableHttp: transport('streamable-http', reached, ['url']),
    Sse: transport('sse', reached, ['url']),
    Package: object(
      {
        environmentVariables: list(ref('KeyValueInput')),
        fileSha256: { type: 'string', pattern: '^[a-f0-9]{64}$' },
        identifier: TEXT,
        packageArguments: list(ref('Argument')),
        registryBaseUrl: { type: 'string', format: 'uri' },
        registryType: TEXT,
        runtimeArguments: list(ref('Argument')),
        runtimeHint: TEXT,
        transport: { anyOf: [ref('Stdio'), ref('StreamableHttp'), ref('Sse')] },
        version: { type: 'string', minLength: 1, not: { const: 'latest' } },
      },
      ['registryType', 'identifier', 'transport'],
    ),
    Repository: object({ id: TEXT, source: TEXT, subfolder: TEXT, url: { type: 'string', format: 'uri' } }, [
      'url',
      'source',
    ]),
    ServerDetail: object(
      {
        $schema: { type: 'string', format: 'uri' },
        description: { type: 'string', minLength: 1, maxLength: 100 },
        name: {
          type: 'string',
          minLength: 3,
          maxLength: 200,
          pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
        },
        packages: list(ref('Package')),
        remotes: list({ anyOf: [ref('StreamableHttp'), ref('Sse')] }),
        repository: ref('Repository'),
        title: { type: 'string', minLength: 1, maxLength: 100 },
        version: { type: 'string', maxLength: 255 },
        websiteUrl: { type: 'string', format: 'uri' },
      },
      ['name', 'description', 'version'],
    ),
  },
};

/** What is wrong with a `server.json` by the schema. */
export function registryErrors(value: unknown): string[] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(SCHEMA);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
