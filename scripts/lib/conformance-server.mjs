// The example server that the conformance suite asks for tools, resources and prompts, in both eras over HTTP. It prints its
// address. What a server of the earlier era asks a client needs a session, which neither this one nor the gateway has over HTTP.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';

import { createMcpHandler, inputRequired, ProtocolError, Server } from '@modelcontextprotocol/server';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const KEY = randomBytes(32);

const text = (words) => ({ type: 'text', text: words });
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const object = (properties = {}, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const word = { type: 'string' };
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
const said = (words) => ({ content: [text(words)] });

/** Asks a person for some fields. */
const elicit = (message, properties) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: object(properties) },
});
const sample = (words, maxTokens) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(words) }], maxTokens },
});
const roots = { method: 'roots/list', params: {} };

/** State that only this process can have made. */
const sealed = (state) => `${state}.${createHmac('sha256', KEY).update(state).digest('hex')}`;
function opened(given) {
  const [state = '', mac = ''] = String(given).split('.');
  const [right, own] = [Buffer.from(sealed(state)), Buffer.from(`${state}.${mac}`)];
  if (right.length !== own.length || !timingSafeEqual(right, own)) {
    throw new ProtocolError(-32602, 'requestState was not made here');
  }
  return state;
}

/** A tool that asks for something first; `done` gets the answers. */
const asking = (inputRequests, done, state) => (_args, context) => {
  const answers = context.mcpReq.inputResponses;
  const names = Object.keys(inputRequests);
  if (state !== undefined && answers !== undefined) opened(context.mcpReq.requestState());
  if (answers === undefined || names.some((name) => answers[name] === undefined)) {
    return inputRequired({ inputRequests, ...(state !== undefined && { requestState: sealed(state) }) });
  }
  return said(done(answers));
};

const valueOf = (answer, name) => answer?.content?.[name] ?? answer?.content?.text ?? JSON.stringify(answer);

async function multiRound(_args, context) {
  const answers = context.mcpReq.inputResponses;
  const step = answers === undefined ? '' : opened(context.mcpReq.requestState());
  if (step === '') {
    const step1 = elicit('Step 1: What is your name?', { name: word });
    return inputRequired({ inputRequests: { step1 }, requestState: sealed('one') });
  }
  if (step === 'one') {
    const step2 = elicit('Step 2: What is your favorite color?', { color: word });
    return inputRequired({ inputRequests: { step2 }, requestState: sealed('two') });
  }
  return said(`done with ${JSON.stringify(answers)}`);
}

const TOOLS = {
  test_simple_text: () => said('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  test_tool_with_logging: async (_args, context) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await pause();
    }
    return said('logged');
  },
  test_error_handling: () => ({
    ...said('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  test_tool_with_progress: async (_args, context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await context.mcpReq.notify({ method: 'notifications/progress', params });
      }
      await pause();
    }
    return said('done');
  },
  test_input_required_result_elicitation: asking(
    { user_name: elicit('What is your name?', { name: word }) },
    ({ user_name: answer }) => `Hello, ${valueOf(answer, 'name')}!`,
  ),
  test_input_required_result_sampling: asking(
    { capital_question: sample('What is the capital of France?', 100) },
    ({ capital_question: answer }) => valueOf(answer, 'text'),
  ),
  test_input_required_result_list_roots: asking({ client_roots: roots }, ({ client_roots: answer }) =>
    JSON.stringify(answer),
  ),
  test_input_required_result_request_state: asking(
    { confirm: elicit('Please confirm', { ok: { type: 'boolean' } }) },
    () => 'state-ok',
    'confirm',
  ),
  test_input_required_result_multiple_inputs: asking(
    {
      user_name: elicit('What is your name?', { name: word }),
      greeting: sample('Generate a greeting', 50),
      client_roots: roots,
    },
    (answers) => JSON.stringify(answers),
    'several',
  ),
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_tampered_state: asking(
    { confirm: elicit('Please confirm', { ok: { type: 'boolean' } }) },
    () => 'state-ok',
    'tampered',
  ),
};

const PROMPTS = {
  test_simple_prompt: () => [text('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri: uri }) => [
    {
      type: 'resource',
      resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
    },
    text('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [image, text('Please analyze the image above.')],
  test_input_required_result_prompt: (_args, context) =>
    context.mcpReq.inputResponses === undefined
      ? inputRequired({
          inputRequests: { user_context: elicit('What context should the prompt use?', { context: word }) },
        })
      : [text(JSON.stringify(context.mcpReq.inputResponses))],
};

const ARGUMENTS = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};

const RESOURCES = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
};

function read(uri) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: data }] };
  }
  if (!Object.hasOwn(RESOURCES, uri)) throw new ProtocolError(-32602, 'Resource not found', { uri });
  return { contents: [{ uri, ...RESOURCES[uri] }] };
}

function make() {
  const server = new Server(
    { name: 'example', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: `Tests ${name.slice('test_'.length).replaceAll('_', ' ')}.`,
      inputSchema: object(),
    })),
  }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }, context) => {
    if (!Object.hasOwn(TOOLS, name)) throw new ProtocolError(-32602, `Unknown tool: ${name}`);
    return TOOLS[name](args, context);
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(PROMPTS).map((name) => ({
      name,
      description: 'A prompt for tests.',
      arguments: (ARGUMENTS[name] ?? []).map((one) => ({ name: one, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }, context) => {
    if (!Object.hasOwn(PROMPTS, name)) throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
    const contents = PROMPTS[name](args, context);
    return Array.isArray(contents)
      ? { messages: contents.map((content) => ({ role: 'user', content })) }
      : contents;
  });
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
    ],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => read(uri));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }));
  server.setRequestHandler('logging/setLevel', () => ({}));
  return server;
}

const handler = createMcpHandler(make, { legacy: 'stateless' });
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const listening = createServer(async (request, response) => {
  const { host = '', origin } = request.headers;
  // Whoever calls it by another name was sent here by a foreign page.
  if (!LOOPBACK.test(host) || (origin !== undefined && !LOOPBACK.test(new URL(origin).host))) {
    response.writeHead(403).end();
    return;
  }
  const body = request.method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {};
  const headers = Object.entries(request.headers).filter(([, value]) => typeof value === 'string');
  const answer = await handler.fetch(
    new Request(`http://${host}${request.url}`, { method: request.method, headers, ...body }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  else Readable.fromWeb(answer.body).pipe(response);
});
listening.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listening.address().port}/mcp`));
