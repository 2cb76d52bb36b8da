<%@ page contentType="text/html;charset=UTF-8" session="false" isErrorPage="true" %>
<html><body><h1>Sorry, ${requestScope['javax.servlet.error.status_code']}</h1>
<p>${requestScope['javax.servlet.error.message']} <%= exception == null ? "" : exception.getMessage() %></p>
<p><%= request.getDispatcherType() %> <%= request.getAttribute("javax.servlet.error.request_uri") %>
<%= request.getAttribute("javax.servlet.error.servlet_name") %></p></body></html>
