"""`%%grad` and the names it binds."""

import numpy as np


def test_value_and_gradient(cell, shell):
    cell("w = np.array([1.0, 2.0])")
    shown = cell("%%grad\n(w ** 2).sum()")
    assert shown.value == 5.0
    np.testing.assert_allclose(shell.user_ns["grads"], [2.0, 4.0])


def test_several_names_give_a_dict_under_the_name_asked_for(cell, shell):
    cell("w = np.array([1.0, 2.0])\nb = np.array(3.0)")
    cell("%%grad --wrt w,b --into slopes\n(w * b).sum()")
    assert list(shell.user_ns["slopes"]) == ["w", "b"]
    np.testing.assert_allclose(shell.user_ns["slopes"]["w"], [3.0, 3.0])
    np.testing.assert_allclose(shell.user_ns["slopes"]["b"], 3.0)


def test_the_line_form_differentiates_its_expression(cell, shell):
    cell("w = np.array([1.0, 2.0])")
    assert cell("%grad --wrt w (w ** 2).sum()").value == 5.0
    np.testing.assert_allclose(shell.user_ns["grads"], [2.0, 4.0])


def test_a_gradient_may_be_bound_again(cell, shell):
    cell("w = np.array([1.0, 2.0])")
    cell("%%grad -o report\n(w ** 2).sum()")
    assert not shell.user_ns["report"].reused
    cell("%%grad -o report\n(w ** 2).sum()")
    assert shell.user_ns["report"].reused
    assert cell("%%grad\n(w ** 3).sum()").error is None
    np.testing.assert_allclose(shell.user_ns["grads"], [3.0, 12.0])


def test_a_name_of_the_users_own_is_not_overwritten_unless_asked_for(cell, shell):
    cell("w = np.array([1.0, 2.0])")
    cell("%%grad\n(w ** 2).sum()")
    cell("grads = 'mine'")
    shown = cell("%%grad\n(w ** 2).sum()")
    assert shown.text.strip() == (
        "JL104  `grads` is bound already, and not to a gradient that a magic made.\n\n"
        "Type `%%grad --into NAME` to bind another name, or `--into grads` to overwrite it."
    )
    assert shell.user_ns["grads"] == "mine"
    assert cell("%%grad --into grads\n(w ** 2).sum()").error is None
    np.testing.assert_allclose(shell.user_ns["grads"], [2.0, 4.0])
