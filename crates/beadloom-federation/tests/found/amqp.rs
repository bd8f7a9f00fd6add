//! Messages, by the calls of many libraries.

use crate::found::sides;

#[test]
fn amqp_is_found_in_every_language() {
    let cases: &[(&str, &str, &str, &[&str])] = &[
        (
            "javascript",
            "amqplib",
            r#"const amqp = require('amqplib');
               const QUEUE = "jobs";
               ch.assertQueue(QUEUE); ch.sendToQueue(QUEUE, Buffer.from(text(1, 2)));
               ch.assertExchange('logs', 'fanout'); ch.publish('logs', severity, body);
               const q = await ch.assertQueue('', {exclusive: true});
               ch.bindQueue(q.queue, 'topics', 'a.*'); ch.consume(q.queue, (m) => {}, {noAck: true});
               // ch.sendToQueue('comment', x)
               ch.publish('topics', `a.${b}`, body); ch.publish('topics', 'a.b', body);"#,
            &[
                "consumes amqp topics/a.* x:6", "produces amqp jobs x:3", "produces amqp logs x:4",
                "produces amqp topics/a.b x:8",
            ],
        ),
        ("javascript", "no library", "bus.publish('a', 'b'); bus.consume('c');", &[]),
        (
            "python",
            "pika",
            r#"import pika
EXCHANGE = "orders"
channel.queue_declare(queue="mails")
result = channel.queue_declare(queue='', exclusive=True)
name = result.method.queue
channel.queue_bind(exchange=EXCHANGE, queue="mails", routing_key="paid")
channel.basic_consume(queue="mails", on_message_callback=f)
channel.basic_publish(exchange=EXCHANGE, routing_key=f"paid.{x}", body=b)
channel.basic_publish(exchange='', routing_key='jobs', body=b)
channel.basic_publish(EXCHANGE, "paid", b)
"#,
            &["consumes amqp orders/paid x:7", "produces amqp jobs x:9", "produces amqp orders/paid x:10"],
        ),
        (
            "python",
            "aio-pika",
            r#"import aio_pika
self.exchange = await channel.declare_exchange("orders", aio_pika.ExchangeType.TOPIC)
queue = await channel.declare_queue("mails", durable=True)
own = await channel.declare_queue(exclusive=True)
await own.bind(self.exchange, routing_key="order.*")
await queue.consume(handle)
async with own.iterator() as messages: pass
await self.exchange.publish(aio_pika.Message(body), routing_key="order.paid")
await channel.default_exchange.publish(aio_pika.Message(body), routing_key="jobs")
await somebody.publish(body, routing_key="nothing")
"#,
            &[
                "consumes amqp mails x:6",
                "consumes amqp orders/order.* x:7",
                "produces amqp jobs x:9",
                "produces amqp orders/order.paid x:8",
            ],
        ),
        (
            "ruby",
            "bunny",
            r#"require 'bunny'
queue = channel.queue('hello')
channel.default_exchange.publish('Hello', routing_key: queue.name)
exchange = channel.fanout('logs')
exchange.publish(message)
own = channel.queue('', exclusive: true)
own.bind(exchange)
own.subscribe(block: true) do |_, _, body|
"#,
            &["consumes amqp logs x:8", "produces amqp hello x:3", "produces amqp logs x:5"],
        ),
        (
            "go",
            "amqp091",
            r#"import amqp "github.com/rabbitmq/amqp091-go"
const exchange string = "orders"
q, err := ch.QueueDeclare("work", true, false, false, false, nil)
err = ch.PublishWithContext(ctx, "", q.Name, false, false, amqp.Publishing{Body: b})
err = ch.PublishWithContext(ctx, exchange, "paid", false, false, amqp.Publishing{})
own, err := ch.QueueDeclare("", false, false, true, false, nil)
err = ch.QueueBind(own.Name, "paid", exchange, false, nil)
msgs, err := ch.Consume(own.Name, "", true, false, false, false, nil)
"#,
            &["consumes amqp orders/paid x:8", "produces amqp orders/paid x:5", "produces amqp work x:4"],
        ),
        (
            "java",
            "client and Spring",
            r#"import com.rabbitmq.client.Channel;
private static final String QUEUE = "jobs";
channel.basicPublish("", QUEUE, null, body);
channel.basicConsume(QUEUE, true, callback, tag -> { });
rabbitTemplate.convertAndSend("orders", "paid", order);
@RabbitListener(queues = {"mails", QUEUE})
@RabbitListener(queues = "${computed}")
"#,
            &[
                "consumes amqp jobs x:4",
                "consumes amqp jobs x:6",
                "consumes amqp mails x:6",
                "produces amqp jobs x:3",
                "produces amqp orders/paid x:5",
            ],
        ),
        (
            "csharp",
            "named arguments",
            r#"using RabbitMQ.Client;
await channel.BasicPublishAsync(exchange: "orders", routingKey: "paid", body: body);
await channel.BasicConsumeAsync("jobs", autoAck: true, consumer: consumer);
await channel.BasicPublishAsync(exchange: string.Empty, routingKey: "jobs", body: body);
var result = await channel.QueueDeclareAsync();
await channel.QueueBindAsync(queue: result.QueueName, exchange: "logs", routingKey: string.Empty);
await channel.BasicConsumeAsync(result.QueueName, autoAck: true, consumer: consumer);
await channel.BasicConsumeAsync("amq.rabbitmq.reply-to", autoAck: true, consumer: consumer);
"#,
            &[
                "consumes amqp jobs x:3",
                "consumes amqp logs x:7",
                "produces amqp jobs x:4",
                "produces amqp orders/paid x:2",
            ],
        ),
        (
            "rust",
            "lapin",
            r#"const QUEUE: &'static str = "jobs";
channel.basic_publish("".into(), QUEUE.into(), options, b"x", properties).await?;
channel.basic_consume("jobs", "tag", options, table).await?;
"#,
            &["consumes amqp jobs x:3", "produces amqp jobs x:2"],
        ),
        (
            "php",
            "php-amqplib",
            "<?php use PhpAmqpLib\\A;\n$channel->basic_publish($msg, 'orders', 'paid');\n$channel->basic_consume('jobs', '');",
            &["consumes amqp jobs x:3", "produces amqp orders/paid x:2"],
        ),
    ];
    for (language, what, text, want) in cases {
        assert_eq!(sides(&[("x", language, text)]), *want, "{language}: {what}");
    }
}

#[test]
fn a_binding_counts_in_all_of_the_repository_for_a_named_queue() {
    let files = [
        ("a.js", "javascript", "ch.bindQueue('mails', 'orders', 'paid')"),
        ("b.js", "javascript", "require('amqplib'); ch.consume('mails', f)"),
    ];
    assert_eq!(sides(&files), ["consumes amqp orders/paid b.js:1"]);
}
