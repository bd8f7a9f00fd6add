import test from 'ava';

import type { AffectedAnswer, RefsAnswer, WhyAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

type Files = Record<string, string>;

/** `path:line symbol reason` of each caller by a convention. */
async function users(where: TestProject, symbol: string): Promise<string[]> {
  const { callers } = await answer<RefsAnswer>(where, ['refs', symbol, '--kind', 'convention']);
  return callers.map(
    ({ path, line, symbol: around, confidence, reason }) =>
      `${path}:${line} ${around} ${confidence}: ${reason}`,
  );
}

const MEDIATR: Files = {
  'App/GlobalUsings.cs': 'global using MediatR;\n',
  'App/CreateOrder.cs': `namespace Shop.App;

public record CreateOrder(int Amount) : IRequest<int>;

public class CreateOrderHandler : IRequestHandler<CreateOrder, int>
{
    public Task<int> Handle(CreateOrder request, CancellationToken ct) => Task.FromResult(1);
}
`,
  'App/ICommandHandler.cs': `namespace Shop.App;

public interface ICommandHandler<T> : IRequestHandler<T, int> { }
`,
  'App/CloseOrder.cs': `namespace Shop.App;

public class CloseOrder : IRequest<int> { public int Id { get; set; } }

public class CloseOrderHandler : ICommandHandler<CloseOrder>
{
    public Task<int> Handle(CloseOrder request, CancellationToken ct) => Task.FromResult(1);
}
`,
  'Web/OrdersController.cs': `using Shop.App;

namespace Shop.Web;

public class OrdersController
{
    private readonly ISender _mediator;

    public Task<int> Create(int amount) => _mediator.Send(new CreateOrder(amount));

    public Task<int> Close(CloseOrder command) { return _mediator.Send(command); }

    public CreateOrder Draft() => new CreateOrder(1);
}
`,
  'Tests/CreateOrderTests.cs': `using Shop.App;

namespace Shop.Tests;

public class CreateOrderTests
{
    public async Task Creates() { await SendAsync(new CreateOrder(2)); }
}
`,
};

const SPRING: Files = {
  'src/main/java/shop/OrderPlaced.java': 'package shop;\n\npublic record OrderPlaced(int id) {}\n',
  'src/main/java/shop/Orders.java': `package shop;

import org.springframework.context.ApplicationEventPublisher;

public class Orders {
    private final ApplicationEventPublisher events;

    public void place(int id) {
        events.publishEvent(new OrderPlaced(id));
    }

    public OrderPlaced sample() {
        return new OrderPlaced(1);
    }
}
`,
  'src/main/java/shop/Mailer.java': `package shop;

import org.springframework.context.event.EventListener;

public class Mailer {
    @EventListener
    public void on(OrderPlaced event) {}

    @TransactionalEventListener(OrderPlaced.class)
    public void later() {}

    public void other(OrderPlaced event) {}
}
`,
  'src/main/kotlin/shop/Audit.kt': `package shop

import org.springframework.context.ApplicationListener

class Audit : ApplicationListener<OrderPlaced> {
    override fun onApplicationEvent(event: OrderPlaced) {}
}
`,
};

const RAILS: Files = {
  Gemfile: "gem 'rails'\n",
  'config/application.rb': "require 'rails/all'\n",
  'config/routes.rb': `Rails.application.routes.draw do
  resources :orders
  namespace :admin do
    resources :line_items, only: [:index]
  end
  get '/about', to: 'pages#about', as: :about_us
end
`,
  'app/controllers/orders_controller.rb': `class OrdersController < ApplicationController
  def index
    @orders = Order.all
  end

  def create
    redirect_to orders_path
  end

  def edit
    render 'shared/form'
  end
end
`,
  'app/controllers/admin/line_items_controller.rb': `class Admin::LineItemsController < ApplicationController
  def index
  end
end
`,
  'app/controllers/pages_controller.rb':
    'class PagesController < ApplicationController\n  def about\n  end\nend\n',
  'app/views/orders/index.html.erb': "<%= render 'row' %>\n<%= link_to 'x', admin_line_items_path %>\n",
  'app/views/orders/_row.html.erb': '<td></td>\n',
  'app/views/shared/_form.html.erb': "<%= link_to 'about', about_us_path %>\n",
  'app/jobs/mail_job.rb': 'class MailJob < ApplicationJob\n  def perform(id)\n  end\nend\n',
  'lib/notifier.rb': 'class Notifier\n  def call\n    MailJob.perform_later(1)\n  end\nend\n',
  'spec/requests/shop_spec.rb':
    "RSpec.describe 'shop' do\n  it 'lists' do\n    get '/orders/12/edit'\n  end\nend\n",
  'spec/requests/named_spec.rb':
    "RSpec.describe 'named' do\n  it 'lists' do\n    get admin_line_items_url\n  end\nend\n",
  'test/controllers/orders_controller_test.rb': `class OrdersControllerTest < ActionController::TestCase
  test 'lists' do
    get :index
  end
end
`,
};

const DJANGO: Files = {
  'shop/__init__.py': '',
  'shop/models.py': 'from django.db import models\n\n\nclass Order(models.Model):\n    pass\n',
  'shop/signals.py': `from django.dispatch import Signal, receiver
from django.db.models.signals import post_save

from shop.models import Order

order_paid = Signal()


@receiver(order_paid)
def mail(sender, **kwargs):
    pass


def log(sender, **kwargs):
    pass


post_save.connect(log, sender=Order)
`,
  'shop/pay.py': `from shop.signals import order_paid


def pay(order):
    order_paid.send(sender=None, order=order)


def look(order):
    return order_paid
`,
  'shop/urls.py': `from django.urls import path

from shop import views

app_name = 'shop'
urlpatterns = [
    path('', views.index, name='index'),
    path(
        'order/<int:pk>/',
        views.OrderView.as_view(),
        name='order',
    ),
]
`,
  'blog/__init__.py': '',
  'blog/views.py': 'def index(request):\n    return 1\n',
  'blog/urls.py': `from django.urls import path

from blog import views

app_name = 'blog'
urlpatterns = [path('', views.index, name='index')]
`,
  'shop/views.py': `from django.shortcuts import redirect, render


def index(request):
    return render(request, 'shop/index.html')


class OrderView:
    def get(self, request, pk):
        return redirect('shop:index')
`,
  'shop/templates/shop/index.html':
    "{% extends 'base.html' %}\n<a href=\"{% url 'shop:order' pk=1 %}\">x</a>\n",
  'templates/base.html': '<html></html>\n',
  'tests/test_shop.py': `from django.urls import reverse


def test_order(client):
    client.get(reverse('shop:order', args=[1]))
`,
};

const GRAPHQL: Files = {
  'package.json': '{"name":"shop","dependencies":{"@apollo/server":"4","graphql":"16"}}\n',
  'src/schema.graphql':
    'type Query {\n  orders: [Order]\n}\n\ntype Mutation {\n  addOrder: Order\n}\n\ntype Order {\n  id: ID\n}\n',
  'src/resolvers.ts': `import { GraphQLError } from 'graphql';
import { find } from './find.js';

export const resolvers = {
  Query: {
    orders: async () => find(),
  },
};
`,
  'src/find.ts': 'export function find() {\n  return [];\n}\n',
  'web/orders.ts': 'export const ORDERS = gql`query Orders { orders { id } }`;\n',
};

test('a request reaches its handler, through interfaces of the project too', async (t) => {
  const where = project(t, MEDIATR);
  t.deepEqual(await users(where, 'CreateOrderHandler.Handle'), [
    'Tests/CreateOrderTests.cs:7 CreateOrderTests.Creates unique: handles CreateOrder (MediatR)',
    'Web/OrdersController.cs:9 OrdersController.Create unique: handles CreateOrder (MediatR)',
  ]);
  t.deepEqual(await users(where, 'CloseOrderHandler.Handle'), [
    'Web/OrdersController.cs:11 OrdersController.Close unique: handles CloseOrder (MediatR)',
  ]);
  const { callees } = await answer<RefsAnswer>(where, [
    'refs',
    'OrdersController.Create',
    '--kind',
    'convention',
  ]);
  t.deepEqual(
    callees.map(({ symbol, reason }) => `${symbol} ${reason}`),
    ['CreateOrderHandler.Handle handles CreateOrder (MediatR)'],
  );
  const why = await answer<WhyAnswer>(where, ['why', 'CreateOrderHandler.Handle']);
  t.deepEqual(
    why.downstream.map(({ name, edge_kind: kind, reason }) => `${name} ${kind} ${reason}`),
    ['OrdersController.Create convention handles CreateOrder (MediatR)'],
  );
  t.deepEqual(
    why.tests.map(({ path }) => path),
    ['Tests/CreateOrderTests.cs'],
  );
});

test('nothing holds where the framework is not imported, or the interface is of the project', async (t) => {
  const { 'App/GlobalUsings.cs': usings, ...others } = MEDIATR;
  t.truthy(usings);
  t.deepEqual(await users(project(t, others), 'CreateOrderHandler.Handle'), []);
  const own = project(t, {
    ...MEDIATR,
    'App/IRequestHandler.cs': 'namespace Shop.App;\n\npublic interface IRequestHandler<T, R> { }\n',
  });
  t.deepEqual(await users(own, 'CreateOrderHandler.Handle'), []);
});

test('an event reaches its listeners', async (t) => {
  const where = project(t, SPRING);
  const sender = 'src/main/java/shop/Orders.java:9 Orders.place unique: handles OrderPlaced (Spring)';
  t.deepEqual(await users(where, 'Mailer.on'), [sender]);
  t.deepEqual(await users(where, 'Mailer.later'), [sender]);
  t.deepEqual(await users(where, 'Mailer.other'), []);
  t.deepEqual(await users(where, 'Audit.onApplicationEvent'), [sender]);
});

test('routes, actions, templates and jobs of Rails', async (t) => {
  const where = project(t, RAILS);
  t.deepEqual(await users(where, 'OrdersController.index'), [
    'app/controllers/orders_controller.rb:7 OrdersController.create unique: names the route orders (Rails)',
    'app/views/orders/index.html.erb:1 null unique: is shown by OrdersController.index (Rails)',
    'config/routes.rb:2 null unique: routes GET /orders (Rails)',
    'test/controllers/orders_controller_test.rb:3 OrdersControllerTest unique: asks for orders#index (Rails)',
  ]);
  t.deepEqual(await users(where, 'OrdersController.edit'), [
    'config/routes.rb:2 null unique: routes GET /orders/:id/edit (Rails)',
    'spec/requests/shop_spec.rb:3 null unique: asks for /orders/*/edit (HTTP)',
  ]);
  t.deepEqual(await users(where, 'PagesController.about'), [
    'app/views/shared/_form.html.erb:1 null unique: names the route about_us (Rails)',
    'config/routes.rb:6 null unique: routes GET /about (Rails)',
  ]);
  t.deepEqual(await users(where, 'MailJob.perform'), [
    'lib/notifier.rb:3 Notifier.call unique: handles MailJob (Rails)',
  ]);
  // A page with the address of another one does not run it: its tests are none of the other's.
  const tests = async (file: string) => {
    const { tests: found } = await answer<AffectedAnswer>(where, ['affected', file, '--tests']);
    return found.map(({ path, reason }) => `${path} ${reason}`);
  };
  t.deepEqual(await tests('app/controllers/admin/line_items_controller.rb'), [
    'spec/requests/named_spec.rb reached',
  ]);
  t.true((await tests('app/views/shared/_form.html.erb')).includes('spec/requests/shop_spec.rb reached'));
  const reached = await answer<AffectedAnswer>(where, ['affected', 'app/controllers/orders_controller.rb']);
  t.true(reached.reached.some(({ path }) => path === 'app/views/orders/index.html.erb'));
});

test('a view that changes concerns its controller, and none of its other views', async (t) => {
  const [index, edit] = ['app/views/orders/index.html.erb', 'app/views/orders/edit.html.erb'];
  const controller = 'app/controllers/orders_controller.rb';
  const where = project(t, { ...RAILS, [edit]: '<h1>Order</h1>\n' });
  const needs = async (path: string) =>
    (await answer<WhyAnswer>(where, ['why', path])).downstream.map((step) => step.name);
  const ofView = await needs(index);
  t.true(ofView.includes(controller));
  t.false(ofView.includes(edit));
  const ofController = await needs(controller);
  t.true(ofController.includes(index) && ofController.includes(edit));
});

test('signals, names of routes and templates of Django', async (t) => {
  const where = project(t, DJANGO);
  t.deepEqual(await users(where, 'shop/signals.py:mail'), [
    'shop/pay.py:5 pay unique: handles order_paid (Signals)',
  ]);
  t.deepEqual(await users(where, 'shop/signals.py:log'), [
    'shop/models.py:4 Order unique: runs on events of Order (Django)',
  ]);
  t.deepEqual(await users(where, 'OrderView'), [
    'shop/templates/shop/index.html:2 null unique: names the route order (Django)',
    'tests/test_shop.py:5 test_order unique: names the route order (Django)',
  ]);
  t.deepEqual(await users(where, 'shop/views.py:index'), [
    'shop/views.py:10 OrderView.get unique: names the route index (Django)',
  ]);
  t.deepEqual(await users(where, 'blog/views.py:index'), []);
  const { reached } = await answer<AffectedAnswer>(where, ['affected', 'templates/base.html']);
  t.deepEqual(
    reached.slice(0, 2).map(({ path, distance }) => `${path} ${distance}`),
    ['shop/templates/shop/index.html 1', 'shop/views.py 2'],
  );
});

test('a field of a schema, its resolver and its clients', async (t) => {
  const where = project(t, GRAPHQL);
  const { reached } = await answer<AffectedAnswer>(where, ['affected', 'src/find.ts']);
  t.deepEqual(
    reached.map(({ path, distance }) => `${path} ${distance}`),
    ['src/resolvers.ts 1', 'src/schema.graphql 2', 'web/orders.ts 2'],
  );
});

test('plain code has none of these', async (t) => {
  const where = project(t, {
    'a.py':
      "def reverse(x):\n    return x\n\n\ndef go(post_save):\n    post_save.connect(go)\n    return reverse('go')\n",
    'b.ts':
      'export const Query = {\n  orders() {\n    return bus.send(new Order());\n  },\n};\nexport class Order {}\n',
    'c.rb': 'class Job\n  def perform\n    file_path\n  end\nend\n',
    'D.cs': 'class Handler { void Handle(Order o) { Send(new Order()); } }\nclass Order { }\n',
  });
  for (const symbol of ['a.py:reverse', 'a.py:go', 'b.ts:Order', 'Job.perform', 'D.cs:Handler.Handle']) {
    t.deepEqual(await users(where, symbol), [], symbol);
  }
  t.regex((await beadloom(where, ['refs', 'a.py:go'])).stdout, /go/);
});
